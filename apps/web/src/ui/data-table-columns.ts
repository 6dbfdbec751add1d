import {
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';

export type Column<Row> = {
  id: string;
  header: string;
  /** What the column counts, on hover, focus and tap of its header. */
  hint?: string | undefined;
  cell: (row: Row) => ReactNode;
  /** The server can sort by it. */
  sortable?: boolean | undefined;
  /** Why it cannot be sorted by just now; its header says so. */
  notSortable?: string | undefined;
  /** The first click puts the newest or largest first. */
  descendingFirst?: boolean | undefined;
  align?: 'start' | 'end' | undefined;
  /** CSS width; without it the column takes what is left. */
  width?: string | undefined;
  /** The column that names the row: its cell opens the row by keyboard, and it cannot be hidden. */
  primary?: boolean | undefined;
  /** Hidden until somebody asks for it. */
  optional?: boolean | undefined;
  /** Header only for screen readers, e.g. above row actions. */
  hideHeader?: boolean | undefined;
};

export type Sort = { column: string; direction: 'asc' | 'desc' };

/** Sorting is the server's: the table only shows and changes the order that was asked for. */
const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature });

export type Features = typeof features;

function toColumnDefs<Row extends object>(columns: readonly Column<Row>[]): ColumnDef<Features, Row>[] {
  return columns.map((column) => ({
    id: column.id,
    // Only columns with an accessor can be sorted; the value itself is never read.
    accessorFn: (row: Row) => row,
    header: column.header,
    cell: ({ row }) => column.cell(row.original),
    enableSorting: (column.sortable ?? false) && column.notSortable === undefined,
    enableHiding: !column.primary,
  }));
}

type ColumnsTableInput<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  sort?: Sort | undefined;
  hiddenColumns?: readonly string[] | undefined;
};

const noRows: readonly never[] = [];

export function useColumnsTable<Row extends object>({
  columns,
  rows,
  rowId,
  sort,
  hiddenColumns,
}: ColumnsTableInput<Row>) {
  const defs = useMemo(() => toColumnDefs(columns), [columns]);
  const sorting = useMemo(() => (sort ? [{ id: sort.column, desc: sort.direction === 'desc' }] : []), [sort]);
  const columnVisibility = useMemo(
    () => Object.fromEntries((hiddenColumns ?? []).map((id) => [id, false])),
    [hiddenColumns],
  );

  return useTable({
    features,
    columns: defs,
    data: rows ?? noRows,
    getRowId: rowId,
    manualSorting: true,
    state: { sorting, columnVisibility },
  });
}

export type ColumnsTable<Row extends object> = ReturnType<typeof useColumnsTable<Row>>;
