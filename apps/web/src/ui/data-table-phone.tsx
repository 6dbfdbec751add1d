import { Check } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import type { Column, Sort } from './data-table-columns.ts';
import { DataTablePhoneHead } from './data-table-phone-head.tsx';
import { SkeletonRows } from './skeleton.tsx';
import { useLongPress } from './use-long-press.ts';
import type { BulkSelection } from './use-bulk-selection.ts';

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
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  sort?: Sort | undefined;
  onSortChange?: ((sort: Sort) => void) | undefined;
  selection?: BulkSelection | undefined;
  onRowOpen?: ((row: Row) => void) | undefined;
  refreshing?: boolean | undefined;
  activeRowId?: string | undefined;
  phoneRow: (row: Row) => PhoneRow;
  waiting: boolean;
  shown: boolean;
};

/** The same rows as a list of two lines each. A long press chooses the first row, a press any other. */
export function DataTablePhone<Row extends object>(props: DataTablePhoneProps<Row>) {
  const { label, rows = [], rowId, phoneRow, onRowOpen, refreshing, activeRowId, waiting, shown, selection } = props;
  const [asked, setAsked] = useState(false);
  if (waiting) return <SkeletonRows className={cx('px-4', !shown && 'opacity-0')} />;
  const choosing = selection !== undefined && (asked || selection.all || selection.ids.size > 0);
  const pageIds = rows.map(rowId);
  return (
    <>
      <DataTablePhoneHead
        {...props}
        choosing={choosing}
        onChoosing={(on) => {
          setAsked(on);
          if (!on) selection?.clear();
        }}
      />
      <ul
        aria-label={label}
        aria-busy={refreshing}
        className={cx('min-h-0 flex-1 overflow-y-auto', refreshing && 'opacity-60')}
      >
        {rows.map((row) => {
          const id = rowId(row);
          const chosen = choosing && selection.has(id);
          return (
            <li key={id} className={cx('border-b border-line', (chosen || id === activeRowId) && 'bg-row-selected')}>
              <PhoneLine
                parts={phoneRow(row)}
                chosen={choosing ? chosen : undefined}
                onOpen={onRowOpen && (() => onRowOpen(row))}
                onChoose={selection && (() => selection.toggle(id, pageIds, false))}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

const lineClass =
  'flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left select-none [-webkit-touch-callout:none] focus-visible:-outline-offset-2';

type PhoneLineProps = {
  parts: PhoneRow;
  /** Undefined unless rows are being chosen. */
  chosen: boolean | undefined;
  onOpen: (() => void) | undefined;
  onChoose: (() => void) | undefined;
};

function PhoneLine({ parts, chosen, onOpen, onChoose }: PhoneLineProps) {
  const held = useLongPress(chosen === undefined ? onChoose : undefined);
  const body = (
    <>
      {chosen === undefined ? parts.leading : <Tick on={chosen} />}
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate text-base font-[550] text-ink">{parts.title}</span>
          {parts.badge}
        </span>
        {parts.subtitle && <span className="block truncate text-sm text-subtle">{parts.subtitle}</span>}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1 text-xs text-subtle">
        {/* Each in a box of its own: two texts beside each other would be one line. */}
        {parts.aside && <span>{parts.aside}</span>}
        {parts.asideBelow && <span>{parts.asideBelow}</span>}
      </span>
    </>
  );
  if (chosen !== undefined && onChoose)
    return (
      <button type="button" {...held} role="checkbox" aria-checked={chosen} onClick={onChoose} className={lineClass}>
        {body}
      </button>
    );
  if (!onOpen) return <div className={lineClass}>{body}</div>;
  return (
    <button type="button" {...held} onClick={onOpen} className={lineClass}>
      {body}
    </button>
  );
}

/** As large as the avatar it stands for, so that no text moves. */
const Tick = ({ on }: { on: boolean }) => (
  <span aria-hidden className="grid size-9 shrink-0 place-items-center">
    <span
      className={cx(
        'grid size-5 place-items-center rounded-sm border',
        on ? 'border-accent-edge bg-accent text-on-accent' : 'border-line-control bg-surface',
      )}
    >
      {on && <Check className="size-3.5" />}
    </span>
  </span>
);
