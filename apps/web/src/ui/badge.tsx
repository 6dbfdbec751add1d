import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import type { Icon } from './icon.ts';

export type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'accent';

type BadgeProps = {
  tone?: BadgeTone | undefined;
  /** A status carries a dot; a plain mark such as "Popular" does not. */
  dot?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

const toneClass: Record<BadgeTone, string> = {
  neutral: 'bg-fill text-muted',
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
  info: 'bg-info-soft text-info-text',
  accent: 'bg-accent-soft-strong text-accent-text',
};

const dotClass: Record<BadgeTone, string> = {
  neutral: 'bg-subtle',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
  info: 'bg-info',
  accent: 'bg-accent-mark',
};

const shape =
  'inline-flex h-5 shrink-0 items-center gap-1.5 rounded-sm px-1.5 text-2xs font-semibold whitespace-nowrap';

export function Badge({ tone = 'neutral', dot = true, className, children }: BadgeProps) {
  return (
    <span className={cx(shape, toneClass[tone], className)}>
      {dot && <span aria-hidden className={cx('size-1.5 rounded-full', dotClass[tone])} />}
      {children}
    </span>
  );
}

/** Types such as EMAIL and SMS: outlined, with their icon. */
export function TypeBadge({
  icon: Icon,
  className,
  children,
}: {
  icon: Icon;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span className={cx(shape, 'border border-line-strong bg-surface text-muted', className)}>
      <Icon aria-hidden className="size-3.5 text-subtle" />
      {children}
    </span>
  );
}

/** The number beside a tab, title or nav item. */
export function Count({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <span className={cx('text-xs font-normal text-subtle tabular-nums', className)}>{children}</span>;
}
