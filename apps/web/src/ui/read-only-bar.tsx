import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { useUiText } from './ui-text.tsx';

/** The one bar a VIEWER sees, drawn by the shell above every page. */
export function ReadOnlyBar({ action, className }: { action?: ReactNode; className?: string | undefined }) {
  const text = useUiText();
  return (
    <div
      className={cx(
        'flex min-h-9 flex-wrap items-center gap-x-2.5 rounded-md bg-fill px-3 py-1.5 text-sm text-ink',
        className,
      )}
    >
      <Eye aria-hidden className="size-4 text-subtle" />
      <span className="flex-1">{text.readOnly}</span>
      {action && <span className="font-medium text-link">{action}</span>}
    </div>
  );
}
