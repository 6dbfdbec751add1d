import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useChartFinding } from './chart-finding.ts';
import {
  axisProps,
  ChartTooltip,
  compactTick,
  prefersStillness,
  seriesColour,
  type SeriesChartProps,
} from './chart-series.tsx';
import { goalLine, topOfGoal } from './goal-line.tsx';

type BarChartBodyProps = SeriesChartProps & {
  /** Series on top of each other instead of side by side. */
  stacked?: boolean | undefined;
  /** A bar opens the rows behind it; the table of the chart has links for those who use no pointer. */
  onOpen?: ((at: number) => void) | undefined;
};

export function BarChartBody({
  points,
  series,
  goal,
  formatTick = compactTick,
  formatValue,
  total,
  stacked = false,
  onOpen,
}: BarChartBodyProps) {
  const finding = useChartFinding();
  const animate = !prefersStillness();
  // Of 3 scans there is no 0.8th.
  const counts = points.every((point) => series.every(({ key }) => Number.isInteger(point[key] ?? 0)));

  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...points]}
        // On the drawing itself, so that its arrow keys are not hidden inside an image.
        role="img"
        aria-label={finding}
        margin={{ top: goal ? topOfGoal : 6, right: 6, bottom: 0, left: 0 }}
        barCategoryGap="17%"
      >
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis dataKey="x" {...axisProps} tickMargin={8} minTickGap={16} />
        <YAxis {...axisProps} width={44} tickCount={5} allowDecimals={!counts} tickFormatter={formatTick} />
        <Tooltip
          cursor={{ fill: 'var(--fill)' }}
          content={<ChartTooltip series={series} total={total} formatValue={formatValue} />}
        />
        {series.map(({ key, series: kind }, index) => (
          <Bar
            key={key}
            dataKey={key}
            fill={seriesColour(kind)}
            // The gap in the surface colour keeps stacked segments apart without relying on colour.
            {...(stacked && { stackId: 'stack', stroke: 'var(--surface)', strokeWidth: 1.5 })}
            radius={!stacked || index === series.length - 1 ? [4, 4, 0, 0] : 0}
            maxBarSize={36}
            isAnimationActive={animate}
            animationDuration={360}
            {...(onOpen && { cursor: 'pointer', onClick: (_: unknown, at: number) => onOpen(at) })}
          />
        ))}
        {goalLine(goal)}
      </BarChart>
    </ResponsiveContainer>
  );
}
