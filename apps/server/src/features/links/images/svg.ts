import type { Drawing } from './drawing.ts';
import type { Path } from './path.ts';

/** Made of numbers, checked colours and our own PNG; nothing a person typed is in it. */
export function toSvg(drawing: Drawing, pixels: number): string {
  const { width, background, layers, logo } = drawing;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${width} ${width}">`,
    `<rect width="${width}" height="${width}" fill="${background}"/>`,
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
