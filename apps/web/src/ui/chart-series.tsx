import type { TooltipContentProps } from 'recharts';

export type LegendEntry = {
  label: string;
  /** Series number 1 to 6, the dashed comparison, or a shade of the first: another part of the same measure. */
  series: 1 | 2 | 3 | 4 | 5 | 6 | 'compare' | 'shade';
  /** Drawn as bars: a square instead of a line. */
  bars?: boolean | undefined;
};

export type ChartSeries = { key: string; label: string; series: LegendEntry['series'] };

/** `x` is the label on the axis, every other key a series. */
export type ChartPoint = { x: string } & Record<string, number | string | null>;

export type SeriesChartProps = {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** Axis numbers, short: 12.4k. */
  formatTick?: ((value: number) => string) | undefined;
  /** Name of the sum of all series, first in the tooltip; without it there is none. */
  total?: string | undefined;
  /** Numbers in the tooltip, in full. */
  formatValue?: ((value: number) => string) | undefined;
};

export const seriesColour = (series: ChartSeries['series']) => {
  if (series === 'compare') return 'var(--chart-compare)';
  return series === 'shade' ? 'var(--heat-5)' : `var(--chart-${series})`;
};

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
export const compactTick = (value: number) => compact.format(value).replace('K', 'k');

export const axisProps = {
  axisLine: false,
  tickLine: false,
  tick: { fontSize: 11, fill: 'var(--chart-axis)' },
} as const;

type ChartTooltipProps = Partial<Pick<TooltipContentProps, 'active' | 'payload' | 'label'>> &
  Pick<SeriesChartProps, 'series' | 'formatValue' | 'total'>;

/** One inverse tooltip that lists every series. */
export function ChartTooltip({ active, payload, label, series, total, formatValue = String }: ChartTooltipProps) {
  if (!active || !payload || payload.length === 0) return null;
  const valueOf = (key: string): unknown => payload.find((entry) => entry.dataKey === key)?.value;
  const sum = series.reduce((so, { key }) => so + Number(valueOf(key) ?? 0), 0);
  return (
    <div className="min-w-36 rounded-md bg-inverse px-2.5 py-2 text-xs text-on-inverse shadow-lg">
      <p className="mb-0.5 text-on-inverse-muted">{label}</p>
      {total && (
        <p className="flex justify-between gap-4">
          {total}
          <span className="font-semibold">{formatValue(sum)}</span>
        </p>
      )}
      {series.map(({ key, label: name }) => {
        const value = valueOf(key);
        return (
          <p key={key} className="flex justify-between gap-4">
            {name}
            <span className="font-semibold">{typeof value === 'number' ? formatValue(value) : '–'}</span>
          </p>
        );
      })}
    </div>
  );
}

export const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
