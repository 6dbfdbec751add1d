import { useMemo, type ReactNode, type UIEvent } from 'react';
import { cx } from './class-names.ts';
import { useColumnsTable, type Column, type Sort } from './data-table-columns.ts';
import { DataTableHead, type Resize } from './data-table-head.tsx';
import type { PhoneRow } from './data-table-phone-line.tsx';
import { DataTablePhone } from './data-table-phone.tsx';
import { DataTablePinned, type PinnedRows } from './data-table-pinned.tsx';
import { DataTableRow } from './data-table-row.tsx';
import { DataTableSkeleton } from './data-table-skeleton.tsx';
import { ScrollRegion } from './scroll-region.tsx';
import { Pagination, type PaginationProps } from './pagination.tsx';
import type { Density } from './table-preferences.ts';
import type { BulkSelection } from './use-bulk-selection.ts';
import { useDelayedPending } from './use-delayed-pending.ts';
import { useIsPhone } from './use-media-query.ts';

export type { Column, Sort } from './data-table-columns.ts';
export type { PhoneRow } from './data-table-phone-line.tsx';
export type { PinnedRow, PinnedRows } from './data-table-pinned.tsx';

export type DataTableProps<Row extends object> = {
  /** What the table lists; its accessible name. */
  label: string;
  /** Keep the array stable (module scope or useMemo). */
  columns: readonly Column<Row>[];
  /** undefined until the first page arrived. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** A new page is on its way: old rows dim, a line runs under the head. */
  refreshing?: boolean | undefined;
  sort?: Sort | undefined;
  onSortChange?: ((sort: Sort) => void) | undefined;
  selection?: BulkSelection | undefined;
  onRowOpen?: ((row: Row) => void) | undefined;
  /** The row whose sheet is open. */
  activeRowId?: string | undefined;
  density?: Density | undefined;
  hiddenColumns?: readonly string[] | undefined;
  /** Pixels of single columns, and how somebody changes them. */
  widths?: Readonly<Record<string, number>> | undefined;
  resize?: Resize | undefined;
  /** The first column stays in sight when the others scroll sideways. */
  frozen?: boolean | undefined;
  /** Two-line row for phones; without it phones scroll the table sideways. */
  phoneRow?: ((row: Row) => PhoneRow) | undefined;
  /** Above the rows, under a heading of their own. */
  pinned?: PinnedRows | undefined;
  pagination?: PaginationProps | undefined;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
  /** A `BulkBar`; floats 16 px above the footer. */
  bulkBar?: ReactNode;
  className?: string | undefined;
};

const noRows: readonly never[] = [];
const noWidths: Readonly<Record<string, number>> = {};

/** The frozen column has a shadow only while something is below it. Marked without drawing a thousand cells again. */
const markScrolled = ({ currentTarget }: UIEvent<HTMLElement>): void => {
  currentTarget.dataset['scrolled'] = String(currentTarget.scrollLeft > 0);
};

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, phoneRow, empty, bulkBar, pagination, className } = props;
  const isPhone = useIsPhone();
  const skeletonShown = useDelayedPending(rows === undefined);
  const waiting = rows === undefined || skeletonShown;
  if (!waiting && rows.length === 0) return empty;

  return (
    <div className={cx('relative flex min-h-0 min-w-0 flex-1 flex-col bg-surface', gutterClass, className)}>
      {isPhone && phoneRow ? (
        <DataTablePhone {...props} phoneRow={phoneRow} waiting={waiting} shown={skeletonShown} />
      ) : (
        <WideTable {...props} waiting={waiting} skeletonShown={skeletonShown} />
      )}
      {(pagination || bulkBar) && <TableFooter pagination={pagination} bulkBar={bulkBar} />}
    </div>
  );
}

/** As the page's own gutter, so that the first column lines up with the title. */
const gutterClass = '[--table-gutter:1.75rem] max-xl:[--table-gutter:1.25rem] max-lg:[--table-gutter:1rem]';

function TableFooter({ pagination, bulkBar }: Pick<DataTableProps<object>, 'pagination' | 'bulkBar'>) {
  return (
    <div className="sticky bottom-0 z-(--z-sticky) flex min-h-13 shrink-0 items-center border-t border-line bg-surface px-(--table-gutter)">
      {bulkBar && (
        <div className="pointer-events-none absolute inset-x-4 bottom-full z-(--z-selection) mb-4 flex justify-center *:pointer-events-auto">
          {bulkBar}
        </div>
      )}
      {pagination && <Pagination {...pagination} />}
    </div>
  );
}

type WideTableProps<Row extends object> = DataTableProps<Row> & { waiting: boolean; skeletonShown: boolean };

function WideTable<Row extends object>(props: WideTableProps<Row>) {
  const { label, columns, rows, rowId, refreshing = false, selection, waiting, density = 'regular' } = props;
  const table = useColumnsTable(props);
  const pageIds = useMemo(() => (rows ?? noRows).map(rowId), [rows, rowId]);
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const { widths = noWidths, frozen = false } = props;
  const shared = { columns: byId, pageIds, selection, widths, frozen };

  return (
    <ScrollRegion label={label} onScroll={frozen ? markScrolled : undefined} className="group/scroll min-h-0 flex-1">
      <table
        aria-label={label}
        aria-busy={waiting || refreshing}
        className="w-full min-w-max border-separate border-spacing-0 text-sm"
      >
        <DataTableHead
          {...shared}
          table={table}
          refreshing={refreshing && !waiting}
          onSortChange={props.onSortChange}
          resize={props.resize}
        />
        {waiting ? (
          <DataTableSkeleton
            columns={table.getVisibleLeafColumns().length}
            selectable={selection !== undefined}
            density={density}
            shown={props.skeletonShown}
          />
        ) : (
          <>
            {props.pinned && (
              <DataTablePinned
                pinned={props.pinned}
                columnIds={table.getVisibleLeafColumns().map(({ id }) => id)}
                primaryId={columns.find(({ primary }) => primary)?.id}
                selectable={selection !== undefined}
                widths={widths}
                frozen={frozen}
                density={density}
              />
            )}
            <tbody className={refreshing ? 'opacity-60' : undefined}>
              {table.getRowModel().rows.map((row) => (
                <DataTableRow
                  {...shared}
                  key={row.id}
                  row={row}
                  density={density}
                  active={props.activeRowId === row.id}
                  onOpen={props.onRowOpen}
                />
              ))}
            </tbody>
          </>
        )}
      </table>
    </ScrollRegion>
  );
}

/** A name that is cut where it is long, with a line below it. */
export function NameCell({ name, subtitle }: { name: string; subtitle: string }) {
  return (
    <span className="flex max-w-80 min-w-0 flex-col">
      <span className="truncate" title={name}>
        {name}
      </span>
      {subtitle && <span className="truncate text-xs font-normal text-muted">{subtitle}</span>}
    </span>
  );
}
