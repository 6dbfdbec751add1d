import { useId } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useChartFinding } from './chart-finding.ts';
import {
  axisProps,
  ChartTooltip,
  compactTick,
  plot,
  prefersStillness,
  seriesColour,
  type SeriesChartProps,
} from './chart-series.tsx';
import { goalLine, topOfGoal } from './goal-line.tsx';

export function AreaChartBody(props: SeriesChartProps) {
  const { points, series, details, goal, formatTick = compactTick, formatValue } = props;
  const finding = useChartFinding();
  const gradient = useId();
  const animate = !prefersStillness();
  const [lead, ...others] = series;

  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={[...points]}
        // On the drawing itself, so that its arrow keys are not hidden inside an image.
        role="img"
        aria-label={finding}
        margin={{ top: goal ? topOfGoal : 6, right: plot.right, bottom: 0, left: 0 }}
      >
        {honeyFade(gradient)}
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="x"
          height={plot.bottom}
          {...axisProps}
          tickMargin={8}
          minTickGap={48}
          interval="equidistantPreserveStart"
        />
        <YAxis {...axisProps} width={plot.left} tickCount={5} domain={['auto', 'auto']} tickFormatter={formatTick} />
        <Tooltip
          // Above marks on the axis.
          wrapperStyle={{ zIndex: 1 }}
          cursor={{ stroke: 'var(--chart-cursor)' }}
          content={<ChartTooltip series={series} details={details} formatValue={formatValue} />}
        />
        {lead && (
          <Area
            type="monotone"
            dataKey={lead.key}
            stroke={seriesColour(lead.series)}
            strokeWidth={2.25}
            fill={lead.series === 1 ? `url(#${gradient})` : 'none'}
            activeDot={{ r: 4, strokeWidth: 2, stroke: seriesColour(lead.series), fill: 'var(--surface)' }}
            isAnimationActive={animate}
            animationDuration={360}
          />
        )}
        {others.map(({ key, series: kind }) => (
          <Line
            key={key}
            type="monotone"
            dataKey={key}
            stroke={seriesColour(kind)}
            strokeWidth={kind === 'compare' ? 1.5 : 2}
            {...(kind === 'compare' && { strokeDasharray: '3 4' })}
            dot={false}
            isAnimationActive={animate}
            animationDuration={360}
          />
        ))}
        {goalLine(goal)}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

const honeyFade = (id: string) => (
  <defs>
    <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="var(--accent)" stopOpacity={0.3} />
      <stop offset="1" stopColor="var(--accent)" stopOpacity={0} />
    </linearGradient>
  </defs>
);
