import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

type CardProps = {
  title?: ReactNode;
  description?: ReactNode;
  /** Right of the title: a link, a menu or a small button. */
  aside?: ReactNode;
  /** No padding around the body, for tables and lists. */
  flush?: boolean | undefined;
  footer?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
};

export function Card({ title, description, aside, flush, footer, className, children }: CardProps) {
  return (
    <section className={cx('min-w-0 rounded-lg border border-line-strong bg-surface shadow-xs', className)}>
      {title && (
        <header className="flex items-center justify-between gap-3 px-4.5 pt-4">
          <div className="min-w-0">
            <h2 className="text-base font-semibold text-ink">{title}</h2>
            {description && <p className="text-sm text-muted">{description}</p>}
          </div>
          {aside && <div className="flex shrink-0 items-center gap-2 text-xs text-muted">{aside}</div>}
        </header>
      )}
      <div className={flush ? (title ? 'pt-3' : '') : 'p-4.5'}>{children}</div>
      {footer && (
        <footer className="rounded-b-[11px] border-t border-line bg-sunken px-4.5 py-3 text-sm text-muted">
          {footer}
        </footer>
      )}
    </section>
  );
}
