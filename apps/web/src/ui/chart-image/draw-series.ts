import { type ChartGoal, type ChartPoint, type ChartSeries, compactTick } from '../chart-series.tsx';
import type { ImageDrawing } from './chart-image.ts';
import { labelStep, ticksOf } from './scale.ts';
import { colourOf, ink, tag, text } from './svg.ts';

type Series = Extract<ImageDrawing, { kind: 'lines' | 'columns' }>;

const left = 52;
const height = 320;
const below = 28;

/** Lines over time, or columns side by side, above their axis. */
export function drawSeries({ kind, points, series, goal }: Series, width: number): { content: string; height: number } {
  const numbers = points.flatMap((point) => series.flatMap(({ key }) => numberAt(point, key) ?? []));
  if (goal) numbers.push(goal.value);
  const high = Math.max(0, ...numbers);
  const ticks = ticksOf(kind === 'columns' ? 0 : Math.min(high, ...numbers), Math.max(high, 1));
  const [low = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const y = (value: number) => height - ((value - low) / (top - low)) * height;
  const slot = (width - left) / Math.max(1, kind === 'columns' ? points.length : points.length - 1);
  const x = (at: number) => left + slot * (kind === 'columns' ? at + 0.5 : at);
  const grid = ticks.map(
    (tick) =>
      tag('line', { x1: left, x2: width, y1: y(tick), y2: y(tick), stroke: ink.grid }) +
      text(left - 10, y(tick) + 4, compactTick(tick), { size: 12, anchor: 'end' }),
  );
  const drawn = kind === 'lines' ? linesOf(points, series, { x, y }) : columnsOf(points, series, { x, y, slot });
  return {
    content: [...grid, ...drawn, goalOf(goal, y, width), ...labelsOf(points, x, width)].join(''),
    height: height + below,
  };
}

/** Over what is drawn, its words above its right end. */
const goalOf = (goal: ChartGoal | undefined, y: (value: number) => number, width: number): string =>
  goal === undefined
    ? ''
    : tag('line', {
        x1: left,
        x2: width,
        y1: y(goal.value),
        y2: y(goal.value),
        stroke: ink.strong,
        'stroke-width': 1.5,
        'stroke-dasharray': '8 5',
      }) + text(width, y(goal.value) - 7, goal.label, { size: 12, weight: 600, fill: ink.strong, anchor: 'end' });

type Places = { x: (at: number) => number; y: (value: number) => number };

const linesOf = (points: readonly ChartPoint[], series: readonly ChartSeries[], { x, y }: Places): string[] =>
  series.map(({ key, series: kind }) => {
    let isBroken = true;
    const d = points.map((point, at) => {
      const value = numberAt(point, key);
      const move = isBroken ? 'M' : 'L';
      isBroken = value === null;
      return value === null ? '' : `${move}${round(x(at))} ${round(y(value))}`;
    });
    return tag('path', {
      d: d.join(''),
      fill: 'none',
      stroke: colourOf(kind),
      'stroke-width': kind === 'compare' ? 1.5 : 2.25,
      'stroke-linejoin': 'round',
      'stroke-dasharray': kind === 'compare' ? '4 4' : undefined,
    });
  });

function columnsOf(
  points: readonly ChartPoint[],
  series: readonly ChartSeries[],
  { x, y, slot }: Places & { slot: number },
): string[] {
  const wide = Math.min(44, (slot * 0.7) / series.length);
  return points.flatMap((point, at) =>
    series.map(({ key, series: kind }, place) => {
      const value = numberAt(point, key) ?? 0;
      const start = x(at) + (place - series.length / 2) * wide;
      const shape = { x: start, y: y(value), width: wide, height: height - y(value), rx: 2, fill: colourOf(kind) };
      return tag('rect', shape);
    }),
  );
}

function labelsOf(points: readonly ChartPoint[], x: Places['x'], width: number): string[] {
  const step = labelStep(
    points.map((point) => point.x),
    width - left,
  );
  return points.flatMap((point, at) =>
    at % step === 0
      ? text(Math.min(x(at), width - 24), height + 22, point.x, { size: 12, anchor: at === 0 ? 'start' : 'middle' })
      : [],
  );
}

const numberAt = (point: ChartPoint, key: string): number | null => {
  const value = point[key];
  return typeof value === 'number' ? value : null;
};

const round = (value: number): number => Math.round(value * 10) / 10;
