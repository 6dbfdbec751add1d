import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

type KbdProps = { children: ReactNode; look?: 'plain' | 'inverse' | undefined; className?: string | undefined };

export function Kbd({ children, look = 'plain', className }: KbdProps) {
  return (
    <kbd
      className={cx(
        'inline-flex min-w-5 items-center justify-center rounded-xs border px-1 py-px font-sans text-2xs font-medium whitespace-nowrap',
        look === 'plain'
          ? 'border-line-strong bg-surface text-muted'
          : 'border-[color-mix(in_oklab,var(--text-inverse-muted)_45%,transparent)] text-on-inverse-muted',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
