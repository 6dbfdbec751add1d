import type { LegendEntry } from '../chart-series.tsx';
import type { ChartImage, ImageDrawing } from './chart-image.ts';
import { drawBars } from './draw-bars.ts';
import { drawGrid } from './draw-grid.ts';
import { drawSeries } from './draw-series.ts';
import { colourOf, escaped, ink, tag, text, widthOf } from './svg.ts';

/** Room for a slide or a page of text. */
export const imageWidth = 960;
const pad = 32;
const inner = imageWidth - 2 * pad;

/** A whole document: white ground, title, period, legend, drawing, footnote. */
export function svgOf({ title, subtitle, legend, footnote, drawing }: ChartImage): { svg: string; height: number } {
  const head = [
    text(0, 24, title, { size: 22, weight: 600, fill: ink.strong, room: inner }),
    text(0, 48, subtitle, { size: 14, room: inner }),
    legend ? legendOf(legend) : '',
  ];
  const top = legend ? 108 : 76;
  const { content, height: drawn } = draw(drawing);
  const height = pad + top + drawn + (footnote ? 40 : 0) + pad;
  const body = [
    ...head,
    tag('g', { transform: `translate(0 ${top})` }, content),
    footnote ? text(0, top + drawn + 30, footnote, { room: inner }) : '',
  ].join('');
  const svg = tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: imageWidth,
      height,
      viewBox: `0 0 ${imageWidth} ${height}`,
      'font-family': 'Inter, Helvetica Neue, Helvetica, Arial, sans-serif',
      role: 'img',
    },
    `<title>${escaped(`${title}, ${subtitle}`)}</title>` +
      tag('rect', { width: '100%', height: '100%', fill: '#ffffff' }) +
      tag('g', { transform: `translate(${pad} ${pad})` }, body),
  );
  return { svg, height };
}

function draw(drawing: ImageDrawing) {
  if (drawing.kind === 'bars') return drawBars(drawing.bars, inner);
  return drawing.kind === 'grid' ? drawGrid(drawing, inner) : drawSeries(drawing, inner);
}

function legendOf(entries: readonly LegendEntry[]): string {
  let x = 0;
  return entries
    .map(({ label, series, bars }) => {
      const start = x;
      x += 24 + widthOf(label) + 20;
      const stroke = { stroke: colourOf(series), 'stroke-width': 2.5 };
      const dash = series === 'compare' ? '4 4' : undefined;
      const sign = bars
        ? tag('rect', { x: start, y: 70, width: 12, height: 12, rx: 2, fill: colourOf(series) })
        : tag('line', { x1: start, x2: start + 16, y1: 76, y2: 76, ...stroke, 'stroke-dasharray': dash });
      return sign + text(start + 24, 81, label);
    })
    .join('');
}
