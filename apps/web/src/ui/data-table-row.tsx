import type { Row as TableRow } from '@tanstack/react-table';
import { useRef, type MouseEvent, type ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import { cx } from './class-names.ts';
import type { Column, Features } from './data-table-columns.ts';
import { edgeClass, fixedWidth, type Frozen, frozenClass, primaryClass } from './data-table-head.tsx';
import type { Density } from './table-preferences.ts';
import type { BulkSelection } from './use-bulk-selection.ts';
import { useUiText } from './ui-text.tsx';

type DataTableRowProps<Row extends object> = {
  row: TableRow<Features, Row>;
  columns: ReadonlyMap<string, Column<Row>>;
  density: Density;
  pageIds: readonly string[];
  selection: BulkSelection | undefined;
  widths: Readonly<Record<string, number>>;
  frozen: boolean;
  active: boolean;
  onOpen: ((row: Row) => void) | undefined;
};

export const densityClass: Record<Density, string> = {
  compact: 'h-(--row-compact)',
  regular: 'h-(--row-regular)',
  roomy: 'h-(--row-roomy)',
};

const cellClass = cx('border-b border-line px-2.5 py-1 text-muted', edgeClass);

export function DataTableRow<Row extends object>({
  row,
  columns,
  density,
  pageIds,
  selection,
  widths,
  frozen,
  active,
  onOpen,
}: DataTableRowProps<Row>) {
  const selected = selection?.has(row.id) ?? false;

  function openFromRow(event: MouseEvent<HTMLTableRowElement>) {
    if (onOpen && meansTheRow(event)) onOpen(row.original);
  }

  return (
    // The primary cell holds the same action for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tr
      aria-selected={selection ? selected : undefined}
      data-row-id={row.id}
      onClick={openFromRow}
      className={cx(
        'group/row transition-colors duration-(--duration-instant)',
        densityClass[density],
        selected || active ? 'bg-row-selected' : 'bg-surface hover:bg-row-hover',
        onOpen && 'cursor-pointer',
      )}
    >
      {selection && <SelectCell id={row.id} pageIds={pageIds} selection={selection} frozen={frozen} />}
      {row.getVisibleCells().map((cell) => (
        <Cell
          key={cell.id}
          row={row.original}
          column={columns.get(cell.column.id)}
          width={widths[cell.column.id]}
          frozen={frozen && (selection ? 'beside' : 'alone')}
          onOpen={onOpen}
        />
      ))}
    </tr>
  );
}

type CellProps<Row> = {
  row: Row;
  column: Column<Row> | undefined;
  width: number | undefined;
  frozen: Frozen;
  onOpen: ((row: Row) => void) | undefined;
};

function Cell<Row extends object>({ row, column, width, frozen, onOpen }: CellProps<Row>) {
  const content = column?.cell(row);
  return (
    <td
      style={fixedWidth(width)}
      className={cx(
        cellClass,
        column?.align === 'end' && 'text-right tabular-nums',
        column?.primary ? primaryClass(frozen) : width !== undefined && 'overflow-hidden',
      )}
    >
      {column?.primary && onOpen ? <OpenButton onOpen={() => onOpen(row)}>{content}</OpenButton> : content}
    </td>
  );
}

/** Clicks on controls, and those that bubble from a menu or dialog drawn elsewhere, are not for the row. */
function meansTheRow(event: MouseEvent<HTMLElement>) {
  const target = event.target as Element;
  return event.currentTarget.contains(target) && !target.closest('a, button, input, label, select, textarea');
}

function OpenButton({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex max-w-full min-w-0 items-center rounded-xs text-left font-[550] text-ink"
    >
      {children}
    </button>
  );
}

type SelectCellProps = { id: string; pageIds: readonly string[]; selection: BulkSelection; frozen: boolean };

function SelectCell({ id, pageIds, selection, frozen }: SelectCellProps) {
  const text = useUiText();
  // The change event does not say whether Shift was down; the click before it does.
  const shift = useRef(false);
  return (
    <td className={cx(cellClass, 'w-10', frozen && frozenClass.select)}>
      <Checkbox
        aria-label={text.selectRow}
        checked={selection.has(id)}
        onClick={(event) => (shift.current = event.shiftKey)}
        onCheckedChange={() => selection.toggle(id, pageIds, shift.current)}
        className="align-middle"
      />
    </td>
  );
}
