import type { ImageBar } from './chart-image.ts';
import { colourOf, ink, tag, text } from './svg.ts';

const row = 44;
const names = 180;
const figures = 170;

/** Names with a bar as long as its part of the largest, a tick at what it was before, and the number behind. */
export function drawBars(bars: readonly ImageBar[], width: number): { content: string; height: number } {
  const most = Math.max(1, ...bars.flatMap(({ value, before = 0 }) => [value, before]));
  const long = width - names - figures;
  const lines = bars.map(({ label, value, shown, note, before, series }, at) => {
    const middle = at * row + row / 2;
    const bar = (size: number, fill: string) =>
      tag('rect', { x: names, y: middle - 8, width: size, height: 16, rx: 3, fill });
    return [
      text(0, middle + 4, label, { size: 14, room: names - 12, fill: ink.strong }),
      bar(long, ink.track),
      value > 0 ? bar(Math.max(2, (value / most) * long), colourOf(series)) : '',
      before === undefined
        ? ''
        : tag('rect', {
            x: names + (before / most) * long - 1.5,
            y: middle - 13,
            width: 3,
            height: 26,
            fill: ink.strong,
          }),
      text(width - 76, middle + 5, shown, { size: 14, weight: 600, fill: ink.strong, anchor: 'end' }),
      note ? text(width, middle + 5, note, { size: 14, anchor: 'end' }) : '',
    ].join('');
  });
  return { content: lines.join(''), height: bars.length * row };
}
