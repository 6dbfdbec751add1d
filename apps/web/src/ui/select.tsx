import { Check, ChevronDown } from 'lucide-react';
import * as Radix from 'radix-ui/select';
import { type ReactNode, type Ref, useState } from 'react';
import { cx } from './class-names.ts';
import type { Icon } from './icon.ts';
import { inputClass, type InputSize } from './input-class.ts';

export type SelectOption = {
  value: string;
  label: string;
  /** Second line in the list only. */
  description?: string | undefined;
  icon?: Icon | undefined;
  /** Before the label, e.g. a hexagon. */
  leading?: ReactNode;
  disabled?: boolean | undefined;
};

export type SelectGroup = { label: string; options: readonly SelectOption[] };

export type SelectProps = {
  options: readonly (SelectOption | SelectGroup)[];
  value?: string | undefined;
  onValueChange?: ((value: string) => void) | undefined;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  size?: InputSize | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  id?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  'aria-required'?: true | undefined;
  className?: string | undefined;
};

export function Select({
  options,
  value,
  onValueChange,
  placeholder,
  size,
  disabled,
  name,
  className,
  ...trigger
}: SelectProps) {
  // A list nobody has come near is not built: the sixty rules of a segment would have thousands of options.
  const [near, setNear] = useState(false);
  const comeNear = () => setNear(true);
  const chosen = options.flatMap((one) => ('options' in one ? one.options : [one])).find((one) => one.value === value);
  return (
    // Without the native select of `Root`, which in a form takes a value whose option is not built for none at all.
    <Radix.unstable_Provider
      value={value ?? ''}
      onOpenChange={comeNear}
      {...(onValueChange && { onValueChange })}
      {...(disabled !== undefined && { disabled })}
      {...(name !== undefined && { name })}
    >
      <Radix.Trigger
        {...trigger}
        onFocus={comeNear}
        className={cx(
          inputClass({ size }),
          'flex items-center justify-between gap-2 text-left data-placeholder:text-subtle',
          className,
        )}
      >
        <span className="min-w-0 truncate">
          <Radix.Value placeholder={placeholder}>{chosen?.label}</Radix.Value>
        </span>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-4 text-subtle" />
        </Radix.Icon>
      </Radix.Trigger>
      {near && (
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={4}
            collisionPadding={8}
            className="z-(--z-popover) motion-popover max-h-[min(20rem,var(--radix-select-content-available-height))] min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg border border-line-strong bg-raised shadow-lg"
          >
            <Radix.Viewport className="p-1">{options.map(renderOption)}</Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.unstable_Provider>
  );
}

function renderOption(option: SelectOption | SelectGroup) {
  if (!('options' in option)) return <SelectItem key={option.value} option={option} />;
  return (
    <Radix.Group key={option.label}>
      <Radix.Label className="px-2.5 pt-2 pb-1 text-2xs font-medium text-subtle">{option.label}</Radix.Label>
      {option.options.map((inner) => (
        <SelectItem key={inner.value} option={inner} />
      ))}
    </Radix.Group>
  );
}

function SelectItem({ option }: { option: SelectOption }) {
  const Icon = option.icon;
  return (
    <Radix.Item
      value={option.value}
      disabled={option.disabled ?? false}
      className="flex min-h-8 items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm text-ink outline-none select-none data-disabled:text-faint data-highlighted:bg-fill coarse:min-h-(--target-touch)"
    >
      {Icon && <Icon aria-hidden className="size-4 text-subtle" />}
      {option.leading}
      <span className="min-w-0 flex-1">
        <Radix.ItemText>{option.label}</Radix.ItemText>
        {option.description && <span className="block text-xs text-subtle">{option.description}</span>}
      </span>
      <Radix.ItemIndicator>
        <Check aria-hidden className="size-4" />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}
