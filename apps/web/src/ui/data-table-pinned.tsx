import { ChevronDown, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { edgeClass, fixedWidth, type Frozen, frozenClass, primaryClass } from './data-table-head.tsx';
import { PhoneLine, type PhoneRow } from './data-table-phone-line.tsx';
import { densityClass } from './data-table-row.tsx';
import type { Density } from './table-preferences.ts';

/** A row that is not of the list: shown by the id of each column, never opened and never selected. */
export type PinnedRow = { id: string; cells: Readonly<Record<string, ReactNode>>; phone: PhoneRow };

/** Rows before all others, under a heading of their own. */
export type PinnedRows = {
  title: string;
  hint: string;
  rows: readonly PinnedRow[];
  /** Shows those that are left. */
  more?: { label: string; onClick: () => void } | undefined;
};

type PinnedProps = {
  pinned: PinnedRows;
  columnIds: readonly string[];
  primaryId: string | undefined;
  selectable: boolean;
  widths: Readonly<Record<string, number>>;
  frozen: boolean;
  density: Density;
};

const cellClass = cx('border-b border-line px-2.5 py-1', edgeClass);

export function DataTablePinned({ pinned, columnIds, primaryId, selectable, widths, frozen, density }: PinnedProps) {
  const span = columnIds.length + (selectable ? 1 : 0);
  const primary: Frozen = frozen && (selectable ? 'beside' : 'alone');
  return (
    <tbody className="*:bg-sunken">
      <tr>
        <th scope="rowgroup" colSpan={span} className={cx(cellClass, 'h-8 text-left text-xs font-normal')}>
          <PinnedHead pinned={pinned} />
        </th>
      </tr>
      {pinned.rows.map(({ id, cells }) => (
        <tr key={id} className={densityClass[density]}>
          {selectable && (
            <td className={cx(cellClass, 'w-10', frozen && frozenClass.select)}>
              <Lock aria-hidden className="size-3.5 text-subtle" />
            </td>
          )}
          {columnIds.map((column) => (
            <td
              key={column}
              style={fixedWidth(widths[column])}
              className={cx(
                cellClass,
                column === primaryId ? cx('font-[550] text-ink', primaryClass(primary)) : 'text-muted',
              )}
            >
              {cells[column]}
            </td>
          ))}
        </tr>
      ))}
      {pinned.more && (
        <tr>
          <td colSpan={span} className={cx(cellClass, 'h-8')}>
            {/* Under the first column, past the room of the boxes. */}
            <MoreButton {...pinned.more} className={cx('sticky left-(--table-gutter)', selectable && 'ml-9')} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** The same rows as a list of two lines each. */
export function PhonePinned({ pinned }: { pinned: PinnedRows }) {
  return (
    <>
      <li className="border-b border-line bg-sunken px-4 py-2 text-xs">
        <PinnedHead pinned={pinned} />
      </li>
      {pinned.rows.map(({ id, phone }) => (
        <li key={id} className="border-b border-line bg-sunken">
          <PhoneLine parts={phone} />
        </li>
      ))}
      {pinned.more && (
        <li className="border-b border-line bg-sunken px-4 py-1">
          <MoreButton {...pinned.more} className="min-h-11" />
        </li>
      )}
    </>
  );
}

const PinnedHead = ({ pinned: { title, hint } }: { pinned: PinnedRows }) => (
  <span className="flex flex-wrap justify-between gap-x-4">
    <span className="font-semibold text-ink">{title}</span>
    <span className="text-muted">{hint}</span>
  </span>
);

type MoreButtonProps = NonNullable<PinnedRows['more']> & { className: string };

const MoreButton = ({ label, onClick, className }: MoreButtonProps) => (
  <button
    type="button"
    onClick={onClick}
    className={cx('inline-flex items-center gap-1.5 rounded-xs text-xs text-muted hover:text-ink', className)}
  >
    <ChevronDown aria-hidden className="size-3.5" />
    {label}
  </button>
);
