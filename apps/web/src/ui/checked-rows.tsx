import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { cx } from './class-names.ts';
import { ScrollRegion } from './scroll-region.tsx';

export type CheckedRow = { row: number; error: string | null };
type Column<Row> = { id: string; header: string; className?: string; cell: (row: Row) => ReactNode };

type CheckedRowsProps<Row> = {
  label: string;
  rows: readonly Row[];
  rowHeader: string;
  /** The first one also says what is wrong in a row. */
  columns: readonly Column<Row>[];
  /** How many rows are wrong, and what happens to the others. */
  warning: (wrong: number, good: number) => { title: string; text: string };
  errorText: (error: string) => string;
};

/** What is wrong comes first: that is what somebody has to look at. */
const wrongFirst = <Row extends CheckedRow>(rows: readonly Row[]) =>
  [...rows].sort((a, b) => Number(a.error === null) - Number(b.error === null));

/** The dry run: every row of a file, with what is wrong in it. */
export function CheckedRows<Row extends CheckedRow>(props: CheckedRowsProps<Row>) {
  const { label, rows, rowHeader, columns } = props;
  const wrong = rows.filter(({ error }) => error !== null).length;
  const warning = props.warning(wrong, rows.length - wrong);
  return (
    <>
      {wrong > 0 && (
        <Alert tone="warning" title={warning.title}>
          {warning.text}
        </Alert>
      )}
      <ScrollRegion label={label} className="max-h-72 rounded-lg border border-line-strong">
        <table aria-label={label} className="w-full text-sm">
          <thead className="sticky top-0 bg-sunken text-xs text-muted">
            <tr>
              {[rowHeader, ...columns.map(({ header }) => header)].map((header) => (
                <th key={header} scope="col" className="px-3 py-2 text-left font-medium">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {wrongFirst(rows).map((row) => (
              <tr key={row.row} className="align-top text-ink">
                <td className="px-3 py-2 text-subtle tabular-nums">{row.row}</td>
                {columns.map(({ id, className, cell }, at) => (
                  <td key={id} className={cx('px-3 py-2', className)}>
                    {cell(row)}
                    {at === 0 && row.error !== null && (
                      <span className="block text-xs font-medium text-danger-text">{props.errorText(row.error)}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}
