import type { Report } from './report.ts';

/** Of a chart at its normal size; a picture for an email has twice as many in each direction. */
export const chartSize = { width: 256, height: 96 };

/** Half clear, so that a dark mailbox shows them as well as a light one. No words: a server may have no fonts. */
const line = '#c77f00';
const bars = '#fdbf4f';
const grid = '#8f8b84';

const { width, height } = chartSize;
const inset = 6;
const floor = height - 1;
const top = inset + 4;

const svg = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">` +
  [top - 4, (floor + top - 4) / 2, floor]
    .map((y) => `<path d="M0 ${y}H${width}" stroke="${grid}" stroke-opacity=".35" fill="none"/>`)
    .join('') +
  `${body}</svg>`;

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The curve of contacts. Its floor is the lowest week less a tenth, so that a small change can be seen. */
export function contactsChart({ contacts }: Pick<Report, 'contacts'>): string {
  const totals = contacts.map(({ total }) => total);
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  const base = Math.max(0, least - (most - least || most) * 0.1);
  // The last point is a circle, which must not be cut off at the floor.
  const low = floor - inset;
  const place = (total: number) => rounded(low - ((total - base) / (most - base || 1)) * (low - top));
  const step = (width - inset) / Math.max(1, totals.length - 1);
  const points = totals.map((total, at) => `${rounded(at * step)} ${place(total)}`);
  const [end] = points.slice(-1);
  const [x, y] = (end ?? '0 0').split(' ');
  return svg(
    `<path d="M${points.join('L')}L${x} ${floor}L0 ${floor}Z" fill="${line}" fill-opacity=".12"/>` +
      `<path d="M${points.join('L')}" fill="none" stroke="${line}" stroke-width="2" stroke-linejoin="round"/>` +
      `<circle cx="${x}" cy="${y}" r="4" fill="#fff" stroke="${line}" stroke-width="2"/>`,
  );
}

/** A bar for each week, the last one darker. A week that gave back more than it took has none. */
export function revenueChart(weeks: NonNullable<Report['revenueByWeek']>): string {
  const most = Math.max(1, ...weeks.map(({ amount }) => amount));
  const step = width / Math.max(1, weeks.length);
  const wide = rounded(step * 0.7);
  return svg(
    weeks
      .map(({ amount }, at) => {
        const tall = rounded((Math.max(0, amount) / most) * (floor - top));
        const color = at === weeks.length - 1 ? line : bars;
        return `<rect x="${rounded(at * step + (step - wide) / 2)}" y="${rounded(floor - tall)}" width="${wide}" height="${tall}" rx="2" fill="${color}"/>`;
      })
      .join(''),
  );
}
