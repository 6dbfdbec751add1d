import type { Drawing } from './drawing.ts';
import type { Path } from './path.ts';

/** Whole pixels, so that nothing at the lower edge is half drawn. */
export const pixelsHigh = ({ width, height }: Pick<Drawing, 'width' | 'height'>, pixels: number): number =>
  Math.round((pixels * height) / width);

/** Made of numbers, checked colours and our own PNG; what a person typed is in it as outlines alone. */
export function toSvg(drawing: Drawing, pixels: number): string {
  const { width, height, background, layers, logo } = drawing;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixelsHigh(drawing, pixels)}" viewBox="0 0 ${short(width)} ${short(height)}">`,
    `<rect width="${short(width)}" height="${short(height)}" fill="${background}"/>`,
    ...layers.map(({ colour, path }) => `<path fill="${colour}" fill-rule="evenodd" d="${data(path)}"/>`),
    logo ? image(logo) : '',
    '</svg>',
  ].join('');
}

function image({ x, y, width, png }: NonNullable<Drawing['logo']>): string {
  const place = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(width)}"`;
  return `<image ${place} href="data:image/png;base64,${png.toString('base64')}"/>`;
}

const data = (path: Path): string => path.map(({ op, at }) => op + at.map(short).join(' ')).join('');

/** A thousandth of a module is finer than any printer. */
const short = (number: number): string => String(Math.round(number * 1_000) / 1_000);
