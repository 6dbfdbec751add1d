import type { TooltipContentProps } from 'recharts';
import type { LegendEntry } from './chart-frame.tsx';

export type ChartSeries = { key: string; label: string; series: LegendEntry['series'] };

/** `x` is the label on the axis, every other key a series. */
export type ChartPoint = { x: string } & Record<string, number | string | null>;

export type SeriesChartProps = {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** Axis numbers, short: 12.4k. */
  formatTick?: ((value: number) => string) | undefined;
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
  Pick<SeriesChartProps, 'series' | 'formatValue'>;

/** One inverse tooltip that lists every series. */
export function ChartTooltip({ active, payload, label, series, formatValue }: ChartTooltipProps) {
  if (!active || !payload || payload.length === 0) return null;
  return (
    <div className="min-w-36 rounded-md bg-inverse px-2.5 py-2 text-xs text-on-inverse shadow-lg">
      <p className="mb-0.5 text-on-inverse-muted">{label}</p>
      {series.map(({ key, label: name }) => {
        const value: unknown = payload.find((entry) => entry.dataKey === key)?.value;
        return (
          <p key={key} className="flex justify-between gap-4">
            {name}
            <span className="font-semibold">{typeof value === 'number' ? (formatValue ?? String)(value) : '–'}</span>
          </p>
        );
      })}
    </div>
  );
}

export const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
