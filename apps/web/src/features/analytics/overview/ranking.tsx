import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { ChartEmpty } from '#ui/chart-empty.tsx';
import { Hint } from '#ui/hint.tsx';

export type RankingColumn<Row> = {
  id: string;
  header: string;
  /** What it counts. */
  hint?: string;
  cell: (row: Row) => ReactNode;
  className?: string;
};
type RankingProps<Row> = {
  title: string;
  /** What it is ordered by. */
  by: string;
  rows: readonly Row[];
  columns: readonly RankingColumn<Row>[];
};

/** The best five in a card. The first column names the row and leads to it. */
export function Ranking<Row extends { id: string }>({ title, by, rows, columns }: RankingProps<Row>) {
  return (
    <Card flush title={title} aside={by} className="overflow-hidden">
      {rows.length === 0 ? (
        <div className="h-56 px-4.5">
          <ChartEmpty />
        </div>
      ) : (
        <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
          <caption className="sr-only">{`${title}, ${by}`}</caption>
          <thead>
            <tr>
              {columns.map(({ id, header, hint, className }) => (
                <th
                  key={id}
                  scope="col"
                  className={`px-2 pb-2 text-right text-xs font-medium text-subtle first:w-[36%] first:pl-4.5 first:text-left last:pr-4.5 ${className ?? ''}`}
                >
                  <Hint text={hint}>{header}</Hint>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className="hover:bg-row-hover">
                {columns.map(({ id, cell, className }) => (
                  <td
                    key={id}
                    className={`h-10.5 truncate border-t border-line px-2 text-right text-ink tabular-nums first:pl-4.5 first:text-left first:font-[550] last:pr-4.5 ${className ?? ''}`}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
