import type { Header } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from './checkbox.tsx';
import { cx } from './class-names.ts';
import { ColumnResizer } from './column-resizer.tsx';
import type { Column, ColumnsTable, Features, Sort } from './data-table-columns.ts';
import { Hint } from './hint.tsx';
import { Tooltip } from './tooltip.tsx';
import type { BulkSelection } from './use-bulk-selection.ts';
import { useUiText } from './ui-text.tsx';

type DataTableHeadProps<Row extends object> = {
  table: ColumnsTable<Row>;
  columns: ReadonlyMap<string, Column<Row>>;
  pageIds: readonly string[];
  selection: BulkSelection | undefined;
  refreshing: boolean;
  onSortChange: ((sort: Sort) => void) | undefined;
  widths: Readonly<Record<string, number>>;
  resize: Resize | undefined;
  frozen: boolean;
};

/** How somebody makes a column wider, and what the edge of its head is called. */
export type Resize = { label: (column: string) => string; onResize: (column: string, pixels: number) => void };

/** Of the cells that stay in sight: behind the box that selects the row, with a shadow over what scrolls below them. */
export const frozenClass = {
  select: 'sticky left-0 z-1 bg-inherit',
  primary:
    'sticky left-0 z-1 bg-inherit after:pointer-events-none after:absolute after:inset-y-0 after:left-full after:w-3 after:bg-linear-to-r after:from-black/10 after:to-transparent after:opacity-0 group-data-[scrolled=true]/scroll:after:opacity-100 dark:after:from-black/40',
  besideBox: 'left-[calc(var(--table-gutter)+1.625rem)]!',
} as const;

/** Beside the box that selects the row, or alone at the edge. */
export type Frozen = false | 'alone' | 'beside';

export const primaryClass = (frozen: Frozen): string | false =>
  frozen && cx(frozenClass.primary, frozen === 'beside' && frozenClass.besideBox);

/** A width somebody chose holds whatever stands in the column. */
export const fixedWidth = (pixels: number | undefined) =>
  pixels === undefined ? undefined : { width: pixels, minWidth: pixels, maxWidth: pixels };

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
  widths,
  resize,
  frozen,
}: DataTableHeadProps<Row>) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {selection && <SelectPage pageIds={pageIds} selection={selection} frozen={frozen} />}
          {group.headers.map((header) => (
            <HeadCell
              key={header.id}
              header={header}
              column={columns.get(header.column.id)}
              onSortChange={onSortChange}
              width={widths[header.column.id]}
              resize={resize}
              frozen={frozen && (selection ? 'beside' : 'alone')}
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

type SelectPageProps = { pageIds: readonly string[]; selection: BulkSelection; frozen: boolean };

function SelectPage({ pageIds, selection, frozen }: SelectPageProps) {
  const text = useUiText();
  const chosen = pageIds.filter((id) => selection.has(id)).length;
  const all = pageIds.length > 0 && chosen === pageIds.length;
  return (
    <th scope="col" className={cx(cellClass, 'w-10', frozen && headFrozen(frozenClass.select))}>
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

/** Over the other heads, which stay in sight too. */
const headFrozen = (frozen: string | false) => frozen && cx(frozen, 'z-[calc(var(--z-sticky)+1)]! bg-surface!');

type HeadCellProps<Row extends object> = {
  header: Header<Features, Row>;
  column: Column<Row> | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
  width: number | undefined;
  resize: Resize | undefined;
  frozen: Frozen;
};

function HeadCell<Row extends object>(props: HeadCellProps<Row>) {
  const { header, column, width, resize, frozen } = props;
  const sorted = header.column.getIsSorted();
  const title = column?.header ?? header.column.id;
  return (
    <th
      scope="col"
      style={fixedWidth(width) ?? { width: column?.width }}
      aria-sort={sorted ? ariaSort[sorted] : undefined}
      className={cx(
        'group/th',
        cellClass,
        column?.align === 'end' ? 'text-right' : 'text-left',
        column?.primary && headFrozen(primaryClass(frozen)),
      )}
    >
      <HeadTitle {...props} title={title} sorted={sorted} />
      {!column?.hideHeader && <HeadEdge id={header.column.id} title={title} resize={resize} />}
    </th>
  );
}

function HeadEdge({ id, title, resize }: { id: string; title: string; resize: Resize | undefined }) {
  if (!resize) return null;
  return <ColumnResizer label={resize.label(title)} onResize={(pixels) => resize.onResize(id, pixels)} />;
}

type HeadTitleProps<Row extends object> = Pick<HeadCellProps<Row>, 'header' | 'column' | 'onSortChange'> & {
  title: string;
  sorted: false | Sort['direction'];
};

function HeadTitle<Row extends object>({ header, column, onSortChange, title, sorted }: HeadTitleProps<Row>) {
  if (!header.column.getCanSort() || !onSortChange) return <PlainTitle title={title} column={column} />;
  return (
    <SortButton
      title={title}
      hint={column?.hint}
      sorted={sorted}
      first={column?.descendingFirst ? 'desc' : 'asc'}
      onSort={(direction) => onSortChange({ column: header.column.id, direction })}
    />
  );
}

function PlainTitle<Row>({ title, column }: { title: string; column: Column<Row> | undefined }) {
  if (column?.hint !== undefined)
    return (
      <Hint text={column.hint} side="bottom">
        {title}
      </Hint>
    );
  if (column?.notSortable === undefined)
    return <span className={column?.hideHeader ? 'sr-only' : undefined}>{title}</span>;
  return (
    <Tooltip label={column.notSortable} side="bottom">
      <button type="button" aria-disabled className="-mx-1 inline-flex h-7 cursor-default items-center rounded-xs px-1">
        {title}
      </button>
    </Tooltip>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

type SortButtonProps = {
  title: string;
  hint: string | undefined;
  sorted: false | Sort['direction'];
  first: Sort['direction'];
  onSort: (direction: Sort['direction']) => void;
};

const opposite = { asc: 'desc', desc: 'asc' } as const;

function SortButton({ title, hint, sorted, first, onSort }: SortButtonProps) {
  const next = sorted ? opposite[sorted] : first;
  const Arrow = (sorted || next) === 'asc' ? ArrowUp : ArrowDown;
  const button = (
    <button
      type="button"
      onClick={() => onSort(next)}
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
  if (hint === undefined) return button;
  return (
    <Tooltip label={hint} side="bottom" tap>
      {button}
    </Tooltip>
  );
}
