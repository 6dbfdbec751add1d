import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { ScrollRegion } from './scroll-region.tsx';
import { useUiText } from './ui-text.tsx';

export type ChartTableData = {
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** A link without text to the rows behind a line; its name is in it. */
  linkTo?: ((at: number) => ReactElement<{ className?: string; children?: ReactNode }>) | undefined;
};

type ChartTableProps = { caption: string; data: ChartTableData; maxHeight: number };

export function ChartTable({ caption, data, maxHeight }: ChartTableProps) {
  const text = useUiText();
  return (
    <ScrollRegion label={`${caption}: ${text.viewAsTable}`} style={{ maxHeight }}>
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {data.columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="sticky top-0 border-b border-line bg-surface px-2 py-1.5 text-right text-xs font-medium text-subtle first:text-left"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row, at) => (
            <tr key={String(row[0])}>
              {row.map((cell, index) => (
                <td
                  key={data.columns[index]}
                  className="border-b border-line px-2 py-1.5 text-right text-muted tabular-nums first:text-left first:text-ink"
                >
                  {index === 0 && data.linkTo
                    ? cloneElement(data.linkTo(at), { className: 'hover:underline' }, cell)
                    : typeof cell === 'number'
                      ? text.number(cell)
                      : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
