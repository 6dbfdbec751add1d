import { useRef, useState, type KeyboardEvent } from 'react';
import { useChartFinding } from './chart-finding.ts';
import { cx } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

type HeatMapProps = {
  /** One label per row; an empty one leaves its place free. */
  rows: readonly string[];
  columns: readonly string[];
  /** One list per row, one number per column. */
  values: readonly (readonly number[])[];
  /** One sentence about one cell, shown on hover and read on focus. */
  describe: (row: number, column: number) => string;
};

const LEVELS = 5;

/** 0 stays empty; the rest is spread over five shades up to the highest. */
export const heatLevel = (value: number, highest: number) =>
  value <= 0 || highest <= 0 ? 0 : Math.min(LEVELS, Math.ceil((value / highest) * LEVELS));

const step: Record<string, readonly [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

const within = (index: number, length: number) => Math.max(0, Math.min(length - 1, index));

/** One stop for the Tab key, arrow keys from cell to cell. Its frame offers the same numbers as a table. */
export function HeatMap({ rows, columns, values, describe }: HeatMapProps) {
  const finding = useChartFinding();
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<readonly [row: number, column: number]>([0, 0]);
  const highest = Math.max(0, ...values.flat());
  const [atRow, atColumn] = [within(at[0], rows.length), within(at[1], columns.length)];

  const onKeyDown = (event: KeyboardEvent) => {
    const by = step[event.key];
    if (!by) return;
    event.preventDefault();
    const next = [within(atRow + by[0], rows.length), within(atColumn + by[1], columns.length)] as const;
    setAt(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next[0]}-${next[1]}"]`)?.focus();
  };

  return (
    <div ref={grid} role="grid" aria-label={finding} tabIndex={-1} onKeyDown={onKeyDown} className="flex flex-col">
      {values.map((line, row) => (
        <div key={rows[row] || row} role="row" className="flex items-center">
          <span aria-hidden className="w-10 shrink-0 text-2xs font-normal text-subtle">
            {rows[row]}
          </span>
          {line.map((value, column) => (
            <Tooltip key={columns[column]} label={describe(row, column)}>
              <div
                role="gridcell"
                data-cell={`${row}-${column}`}
                aria-label={describe(row, column)}
                tabIndex={row === atRow && column === atColumn ? 0 : -1}
                onFocus={() => setAt([row, column])}
                className="h-6 min-w-0 flex-1 rounded-xs p-[1.5px] focus-visible:outline-offset-0"
              >
                <span
                  className="block size-full rounded-xs"
                  style={{ background: `var(--heat-${heatLevel(value, highest)})` }}
                />
              </div>
            </Tooltip>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The labels under the columns; empty ones leave their place free. */
export function HeatMapAxis({ labels }: { labels: readonly string[] }) {
  return (
    <div aria-hidden className="mt-1 ml-10 flex text-2xs text-subtle">
      {labels.map((label, index) => (
        // Labels repeat (empty ones) and never move.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className="min-w-0 flex-1 text-center whitespace-nowrap">
          <span className={cx('inline-block', label && '-mx-4')}>{label}</span>
        </span>
      ))}
    </div>
  );
}

/** What the shades mean. */
export function HeatMapScale({ less, more }: { less: string; more: string }) {
  return (
    <span className="flex items-center gap-1 text-2xs text-subtle">
      {less}
      {Array.from({ length: LEVELS + 1 }, (_, level) => (
        <span key={level} aria-hidden className="size-2.5 rounded-xs" style={{ background: `var(--heat-${level})` }} />
      ))}
      {more}
    </span>
  );
}
