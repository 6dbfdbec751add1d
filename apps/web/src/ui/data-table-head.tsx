import type { Header } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from './checkbox.tsx';
import { cx } from './class-names.ts';
import type { Column, ColumnsTable, Features, Sort } from './data-table-columns.ts';
import type { BulkSelection } from './use-bulk-selection.ts';
import { useUiText } from './ui-text.tsx';

type DataTableHeadProps<Row extends object> = {
  table: ColumnsTable<Row>;
  columns: ReadonlyMap<string, Column<Row>>;
  pageIds: readonly string[];
  selection: BulkSelection | undefined;
  refreshing: boolean;
  onSortChange: ((sort: Sort) => void) | undefined;
};

export const edgeClass = 'first:pl-(--table-gutter) last:pr-(--table-gutter)';

const cellClass = cx(
  'sticky top-0 z-(--z-sticky) h-9 border-b border-line bg-surface px-2.5 text-xs font-medium whitespace-nowrap text-subtle',
  edgeClass,
);

export function DataTableHead<Row extends object>({
  table,
  columns,
  pageIds,
  selection,
  refreshing,
  onSortChange,
}: DataTableHeadProps<Row>) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {selection && <SelectPage pageIds={pageIds} selection={selection} />}
          {group.headers.map((header) => (
            <HeadCell
              key={header.id}
              header={header}
              column={columns.get(header.column.id)}
              onSortChange={onSortChange}
            />
          ))}
        </tr>
      ))}
      {refreshing && (
        <tr aria-hidden>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
          <td colSpan={99} className="sticky top-9 z-(--z-sticky) h-0 p-0">
            <span className="absolute inset-x-0 -top-0.5 block h-0.5 overflow-hidden bg-fill">
              <span className="block h-full w-2/5 animate-[progress-sweep_1.2s_linear_infinite] bg-accent-mark" />
            </span>
          </td>
        </tr>
      )}
    </thead>
  );
}

function SelectPage({ pageIds, selection }: { pageIds: readonly string[]; selection: BulkSelection }) {
  const text = useUiText();
  const chosen = pageIds.filter((id) => selection.has(id)).length;
  const all = pageIds.length > 0 && chosen === pageIds.length;
  return (
    <th scope="col" className={cx(cellClass, 'w-10')}>
      <Checkbox
        aria-label={text.selectAllOnPage}
        checked={all}
        indeterminate={chosen > 0 && !all}
        onCheckedChange={() => selection.togglePage(pageIds)}
        className="align-middle"
      />
    </th>
  );
}

type HeadCellProps<Row extends object> = {
  header: Header<Features, Row>;
  column: Column<Row> | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
};

function HeadCell<Row extends object>({ header, column, onSortChange }: HeadCellProps<Row>) {
  const sorted = header.column.getIsSorted();
  const title = column?.header ?? header.column.id;
  return (
    <th
      scope="col"
      style={{ width: column?.width }}
      aria-sort={sorted ? ariaSort[sorted] : undefined}
      className={cx(cellClass, column?.align === 'end' ? 'text-right' : 'text-left')}
    >
      {header.column.getCanSort() && onSortChange ? (
        <SortButton
          title={title}
          sorted={sorted}
          onSort={(direction) => onSortChange({ column: header.column.id, direction })}
        />
      ) : (
        <span className={column?.hideHeader ? 'sr-only' : undefined}>{title}</span>
      )}
    </th>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

type SortButtonProps = {
  title: string;
  sorted: false | Sort['direction'];
  onSort: (direction: Sort['direction']) => void;
};

function SortButton({ title, sorted, onSort }: SortButtonProps) {
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => onSort(sorted === 'asc' ? 'desc' : 'asc')}
      className={cx(
        'group -mx-1 inline-flex h-7 items-center gap-1 rounded-xs px-1 hover:text-ink',
        sorted && 'text-ink',
      )}
    >
      {title}
      <Arrow
        aria-hidden
        className={cx('size-3.5', !sorted && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60')}
      />
    </button>
  );
}
