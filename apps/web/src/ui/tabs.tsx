import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import { Count } from './badge.tsx';
import { cx } from './class-names.ts';
import type { Icon } from './icon.ts';

export type Tab = {
  value: string;
  label: ReactNode;
  count?: ReactNode;
  icon?: Icon | undefined;
  /** Group heading above this tab; vertical tabs only. */
  heading?: ReactNode;
  disabled?: boolean | undefined;
};

type TabsProps = {
  tabs: readonly Tab[];
  value: string;
  onValueChange: (value: string) => void;
  /** Names the list of tabs. */
  label: string;
  orientation?: 'horizontal' | 'vertical' | undefined;
  className?: string | undefined;
  listClassName?: string | undefined;
  /** `TabPanel`s. */
  children?: ReactNode;
};

export function Tabs({
  tabs,
  value,
  onValueChange,
  label,
  orientation = 'horizontal',
  className,
  listClassName,
  children,
}: TabsProps) {
  const vertical = orientation === 'vertical';
  return (
    <Radix.Root
      value={value}
      onValueChange={onValueChange}
      orientation={orientation}
      className={cx(vertical && 'flex gap-6 max-md:flex-col', className)}
    >
      <Radix.List
        aria-label={label}
        className={cx(
          vertical
            ? 'flex w-44 shrink-0 flex-col gap-0.5 max-md:w-full'
            : '-mb-px flex gap-6 overflow-x-auto overflow-y-hidden border-b border-line',
          listClassName,
        )}
      >
        {tabs.map((tab) =>
          vertical ? <VerticalTab key={tab.value} tab={tab} /> : <HorizontalTab key={tab.value} tab={tab} />,
        )}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

function HorizontalTab({ tab }: { tab: Tab }) {
  return (
    <Radix.Trigger value={tab.value} disabled={tab.disabled ?? false} className={horizontalTabClass}>
      <TabContent tab={tab} />
    </Radix.Trigger>
  );
}

/** Shared with link tabs, whose panels have their own address. */
export const horizontalTabClass =
  'flex min-h-10 shrink-0 items-center gap-2 border-b-2 border-transparent text-sm font-[550] whitespace-nowrap text-muted transition-colors duration-(--duration-instant) hover:text-ink focus-visible:-outline-offset-2 disabled:text-faint aria-[current=page]:border-ink aria-[current=page]:text-ink data-[state=active]:border-ink data-[state=active]:text-ink coarse:min-h-(--target-touch)';

function VerticalTab({ tab }: { tab: Tab }) {
  return (
    <>
      {tab.heading && (
        <span role="presentation" className="px-2.5 pt-4 pb-1.5 text-2xs font-medium text-subtle first:pt-0">
          {tab.heading}
        </span>
      )}
      <Radix.Trigger value={tab.value} disabled={tab.disabled ?? false} className={verticalTabClass}>
        <TabContent tab={tab} />
      </Radix.Trigger>
    </>
  );
}

export const verticalTabClass =
  'flex min-h-(--control-md) w-full items-center gap-2.5 rounded-md px-2.5 text-left text-sm text-muted transition-colors duration-(--duration-instant) hover:bg-fill hover:text-ink disabled:text-faint aria-[current=page]:bg-fill aria-[current=page]:font-[550] aria-[current=page]:text-ink data-[state=active]:bg-fill data-[state=active]:font-[550] data-[state=active]:text-ink';

function TabContent({ tab: { icon: Icon, label, count } }: { tab: Tab }) {
  return (
    <>
      {Icon && <Icon aria-hidden className="size-4 text-subtle" />}
      {label}
      {count !== undefined && <Count>{count}</Count>}
    </>
  );
}

export function TabPanel({
  value,
  className,
  children,
}: {
  value: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Radix.Content value={value} className={cx('min-w-0 flex-1', className)}>
      {children}
    </Radix.Content>
  );
}
