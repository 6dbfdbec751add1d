import { cx } from './class-names.ts';

type SparklineProps = {
  values: readonly number[];
  /** Grey for series that are not what the view is about, or that fall. */
  tone?: 'accent' | 'muted' | undefined;
  width?: number | undefined;
  height?: number | undefined;
  className?: string | undefined;
};

const PAD = 3;

/** Decorative: the figure beside it carries the meaning. */
export function Sparkline({ values, tone = 'accent', width = 84, height = 30, className }: SparklineProps) {
  if (values.length < 2) return null;
  const points = place(values, width, height);
  const line = smoothPath(points);
  const end = points.at(-1) ?? { x: 0, y: 0 };
  const colour = tone === 'accent' ? 'var(--chart-1)' : 'var(--chart-compare)';

  return (
    <svg
      aria-hidden
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      className={cx('shrink-0', className)}
    >
      {tone === 'accent' && <path d={`${line}L${end.x} ${height}L${PAD} ${height}Z`} fill="var(--chart-area)" />}
      <path d={line} stroke={colour} strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
      <circle cx={end.x} cy={end.y} r="2.25" fill={colour} />
    </svg>
  );
}

type Point = { x: number; y: number };

function place(values: readonly number[], width: number, height: number): Point[] {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const step = (width - PAD * 2) / (values.length - 1);
  return values.map((value, index) => ({
    x: round(PAD + index * step),
    y: round(height - PAD - ((value - low) / span) * (height - PAD * 2)),
  }));
}

function smoothPath(points: readonly Point[]) {
  return points
    .map((point, index) => {
      const before = points[index - 1];
      if (!before) return `M${point.x} ${point.y}`;
      const middle = round((before.x + point.x) / 2);
      return `C${middle} ${before.y} ${middle} ${point.y} ${point.x} ${point.y}`;
    })
    .join('');
}

const round = (value: number) => Math.round(value * 10) / 10;
