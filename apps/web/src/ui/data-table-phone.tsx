import { useState } from 'react';
import { cx } from './class-names.ts';
import type { Column, Sort } from './data-table-columns.ts';
import { DataTablePhoneHead } from './data-table-phone-head.tsx';
import { PhoneLine, type PhoneRow } from './data-table-phone-line.tsx';
import { PhonePinned, type PinnedRows } from './data-table-pinned.tsx';
import { SkeletonRows } from './skeleton.tsx';
import type { BulkSelection } from './use-bulk-selection.ts';

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
  pinned?: PinnedRows | undefined;
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
        {props.pinned && <PhonePinned pinned={props.pinned} />}
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
