import { ReferenceLine } from 'recharts';
import type { ChartGoal } from './chart-series.tsx';

/** Pixels above the highest tick, so that words above a line there are not cut. */
export const topOfGoal = 20;

/** Part of the drawing, so that the axis always reaches it. */
export const goalLine = (goal: ChartGoal | undefined) =>
  goal && (
    <ReferenceLine
      y={goal.value}
      ifOverflow="extendDomain"
      stroke="var(--text)"
      strokeDasharray="6 4"
      label={{
        value: goal.label,
        position: 'insideBottomRight',
        fontSize: 11,
        fontWeight: 600,
        fill: 'var(--text)',
        stroke: 'var(--surface)',
        strokeWidth: 3,
        paintOrder: 'stroke',
      }}
    />
  );
