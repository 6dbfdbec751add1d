import type { TooltipContentProps } from 'recharts';

export type LegendEntry = {
  label: string;
  /** Series number 1 to 6, the dashed comparison, or a shade of the first: another part of the same measure. */
  series: 1 | 2 | 3 | 4 | 5 | 6 | 'compare' | 'shade';
  /** Drawn as bars: a square instead of a line. */
  bars?: boolean | undefined;
};

export type ChartSeries = { key: string; label: string; series: LegendEntry['series'] };

/** `x` is the label on the axis, `heading` the one in the tooltip where they differ, every other key a series or a detail. */
export type ChartPoint = { x: string } & Record<string, number | string | null>;

export type ChartDetail = { key: string; label: string; formatValue: (value: number) => string };

/** A dashed line across, with its words above it. */
export type ChartGoal = { value: number; label: string };

export type SeriesChartProps = {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** Axis numbers, short: 12.4k. */
  formatTick?: ((value: number) => string) | undefined;
  goal?: ChartGoal | undefined;
  /** Lines of the tooltip that are not drawn. */
  details?: readonly ChartDetail[] | undefined;
  /** Name of the sum of all series, first in the tooltip; without it there is none. */
  total?: string | undefined;
  /** Numbers in the tooltip, in full. */
  formatValue?: ((value: number) => string) | undefined;
};

export const seriesColour = (series: ChartSeries['series']) => {
  if (series === 'compare') return 'var(--chart-compare)';
  return series === 'shade' ? 'var(--heat-5)' : `var(--chart-${series})`;
};

/** Pixels around the drawing: the numbers at the left, the air at the right, the days below. */
export const plot = { left: 44, right: 6, bottom: 30 } as const;

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
export const compactTick = (value: number) => compact.format(value).replace('K', 'k');

export const axisProps = {
  axisLine: false,
  tickLine: false,
  tick: { fontSize: 11, fill: 'var(--chart-axis)' },
} as const;

type ChartTooltipProps = Partial<Pick<TooltipContentProps, 'active' | 'payload' | 'label'>> &
  Pick<SeriesChartProps, 'series' | 'details' | 'formatValue' | 'total'>;

/** One inverse tooltip that lists every series. */
export function ChartTooltip(props: ChartTooltipProps) {
  const { active, payload, label, series, details = [], total, formatValue = String } = props;
  if (!active || !payload || payload.length === 0) return null;
  const point = payload[0]?.payload as ChartPoint;
  const valueOf = (key: string): unknown => point[key];
  const sum = series.reduce((so, { key }) => so + Number(valueOf(key) ?? 0), 0);
  return (
    <div className="min-w-36 rounded-md bg-inverse px-2.5 py-2 text-xs text-on-inverse shadow-lg">
      <p className="mb-0.5 text-on-inverse-muted">{point['heading'] ?? label}</p>
      {total && (
        <p className="flex justify-between gap-4">
          {total}
          <span className="font-semibold">{formatValue(sum)}</span>
        </p>
      )}
      {[...series.map((one) => ({ ...one, formatValue })), ...details].map(
        ({ key, label: name, formatValue: format }) => {
          const value = valueOf(key);
          return (
            <p key={key} className="flex justify-between gap-4">
              {name}
              <span className="font-semibold">{typeof value === 'number' ? format(value) : '–'}</span>
            </p>
          );
        },
      )}
    </div>
  );
}

export const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
