import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { FlightPath } from './flight-path.tsx';

type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  /** The one primary button; in a filtered list "Clear filters". */
  action?: ReactNode;
  /** A quiet link underneath: sample file, template. */
  link?: ReactNode;
  headingLevel?: 2 | 3 | undefined;
  className?: string | undefined;
};

export function EmptyState({ title, children, action, link, headingLevel = 2, className }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={cx('flex flex-col items-center px-4 py-12 text-center', className)}>
      <FlightPath className="mb-5" />
      <Heading className="text-[0.9375rem] leading-6 font-semibold text-ink">{title}</Heading>
      {children && <div className="mt-0.5 max-w-[46ch] text-sm text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
      {link && <div className="mt-3 text-sm">{link}</div>}
    </div>
  );
}
