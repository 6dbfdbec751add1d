import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import type { Icon } from './icon.ts';
import { Progress } from './progress.tsx';

type TaskCardProps = {
  icon: Icon;
  title: string;
  /** "146 of 218" */
  count: ReactNode;
  value: number;
  max: number;
  note?: ReactNode;
  /** Cancel or Pause. */
  action?: ReactNode;
  className?: string | undefined;
};

/** Long work: name, count and progress, docked above the page. */
export function TaskCard({ icon: Icon, title, count, value, max, note, action, className }: TaskCardProps) {
  return (
    <section
      aria-label={title}
      className={cx('rounded-lg border border-line-strong bg-raised px-3.5 py-3 shadow-lg', className)}
    >
      <div className="mb-2 flex items-center gap-2.5">
        <Icon aria-hidden className="size-4 text-subtle" />
        <h3 className="min-w-0 flex-1 truncate text-sm font-semibold text-ink">{title}</h3>
        <span className="text-xs text-muted">{count}</span>
        {action}
      </div>
      <Progress value={value} max={max} label={title} />
      {note && <p className="mt-2 text-xs text-muted">{note}</p>}
    </section>
  );
}
