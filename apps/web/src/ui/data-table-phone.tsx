import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { SkeletonRows } from './skeleton.tsx';

export type PhoneRow = {
  /** Avatar, hexagon or icon. */
  leading?: ReactNode;
  title: ReactNode;
  /** Beside the title, e.g. a status that is not the usual one. */
  badge?: ReactNode;
  subtitle?: ReactNode;
  /** Right side, upper and lower line. */
  aside?: ReactNode;
  asideBelow?: ReactNode;
};

type DataTablePhoneProps<Row extends object> = {
  label: string;
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  onRowOpen?: ((row: Row) => void) | undefined;
  refreshing?: boolean | undefined;
  activeRowId?: string | undefined;
  phoneRow: (row: Row) => PhoneRow;
  waiting: boolean;
  shown: boolean;
};

/** The same rows as a list of two lines each. */
export function DataTablePhone<Row extends object>(props: DataTablePhoneProps<Row>) {
  const { label, rows, rowId, phoneRow, onRowOpen, refreshing, activeRowId, waiting, shown } = props;
  if (waiting) return <SkeletonRows className={cx('px-4', !shown && 'opacity-0')} />;
  return (
    <ul
      aria-label={label}
      aria-busy={refreshing}
      className={cx('min-h-0 flex-1 overflow-y-auto', refreshing && 'opacity-60')}
    >
      {(rows ?? []).map((row) => {
        const id = rowId(row);
        return (
          <li key={id} className={cx('border-b border-line', id === activeRowId && 'bg-row-selected')}>
            <PhoneLine parts={phoneRow(row)} onOpen={onRowOpen && (() => onRowOpen(row))} />
          </li>
        );
      })}
    </ul>
  );
}

const lineClass = 'flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left focus-visible:-outline-offset-2';

function PhoneLine({ parts, onOpen }: { parts: PhoneRow; onOpen: (() => void) | undefined }) {
  const body = (
    <>
      {parts.leading}
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate text-base font-[550] text-ink">{parts.title}</span>
          {parts.badge}
        </span>
        {parts.subtitle && <span className="block truncate text-sm text-subtle">{parts.subtitle}</span>}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1 text-xs text-subtle">
        {parts.aside}
        {parts.asideBelow}
      </span>
    </>
  );
  if (!onOpen) return <div className={lineClass}>{body}</div>;
  return (
    <button type="button" onClick={onOpen} className={lineClass}>
      {body}
    </button>
  );
}
