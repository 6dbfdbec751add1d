import * as Radix from 'radix-ui/toggle-group';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import type { Icon } from './icon.ts';

export type Segment<Value extends string = string> = { value: Value; label: ReactNode; icon?: Icon | undefined };

type SegmentedControlProps<Value extends string> = {
  label: string;
  options: readonly Segment<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string | undefined;
};

/** One of two to four views or periods; always exactly one is chosen. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  className,
}: SegmentedControlProps<Value>) {
  return (
    <Radix.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => next && onValueChange(next as Value)}
      className={cx(
        'inline-flex h-(--control-md) max-w-full items-stretch overflow-x-auto rounded-md bg-fill p-0.5',
        className,
      )}
    >
      {options.map(({ value: own, label: text, icon: Icon }) => (
        <Radix.Item
          key={own}
          value={own}
          className="flex items-center gap-1.5 rounded-sm border border-transparent px-2.5 text-sm font-[550] whitespace-nowrap text-subtle transition-colors duration-(--duration-instant) hover:text-ink focus-visible:-outline-offset-2 data-[state=on]:border-line-strong data-[state=on]:bg-surface data-[state=on]:text-ink data-[state=on]:shadow-xs"
        >
          {Icon && <Icon aria-hidden className="size-4" />}
          {text}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
