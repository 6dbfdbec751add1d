import { heatLevel } from '../heat-map.tsx';
import type { ImageDrawing } from './chart-image.ts';
import { heat, ink, tag, text } from './svg.ts';

type Grid = Extract<ImageDrawing, { kind: 'grid' }>;

const names = 96;
const row = 32;
const gap = 2;

/** Rows by columns in five shades; an unknown cell stays white. */
export function drawGrid({ rows, columns, values, shown }: Grid, width: number): { content: string; height: number } {
  const wide = (width - names) / Math.max(1, columns.length);
  const highest = Math.max(0, ...values.flat().map((value) => value ?? 0));
  const cells = values.flatMap((line, at) => [
    text(0, at * row + 21, rows[at] ?? '', { room: names - 8, fill: ink.strong }),
    ...line.flatMap((value, place) => {
      if (value === null) return [];
      const level = heatLevel(value, highest);
      const [x, y] = [names + place * wide, at * row];
      const box = tag('rect', { x, y, width: wide - gap, height: row - gap, rx: 3, fill: heat[level]! });
      // White on the two darkest shades, ink on the others: at least 4.5 to 1.
      const fill = level === 5 ? '#ffffff' : ink.strong;
      return shown ? [box, text(x + wide / 2 - 1, y + 20, shown(value), { size: 12, fill, anchor: 'middle' })] : [box];
    }),
  ]);
  const step = Math.max(1, Math.ceil(48 / wide));
  const below = rows.length * row + 18;
  const labels = columns.flatMap((label, at) =>
    at % step === 0 ? text(names + (at + 0.5) * wide, below, label, { size: 12, anchor: 'middle' }) : [],
  );
  return { content: [...cells, ...labels].join(''), height: rows.length * row + 28 };
}
