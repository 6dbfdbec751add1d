import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Drawing } from './drawing.ts';
import type { Path } from './path.ts';
import { createPdfFile, dictionary, packedStream, stream } from './pdf-objects.ts';

/** Points are 1/72 inch, pixels of the web 1/96. */
const pointsOfPixel = 0.75;

/** One page with the code as outlines, which a printer draws as finely as it can. Text is outlines too, so there is no font. */
export async function toPdf(drawing: Drawing, pixels: number): Promise<Buffer> {
  const points = pixels * pointsOfPixel;
  const scale = points / drawing.width;
  const logo = drawing.logo && (await logoPixels(drawing.logo.png));
  const file = createPdfFile();
  const bodies = [
    dictionary('/Type /Catalog /Pages 2 0 R'),
    dictionary('/Type /Pages /Kids [3 0 R] /Count 1'),
    dictionary(
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${points} ${rounded(drawing.height * scale)}] /Contents 4 0 R ` +
        `/Resources << ${logo ? '/XObject << /Logo 5 0 R >>' : ''} >>`,
    ),
    stream('', Buffer.from(contentOf(drawing, scale))),
    ...(logo ? logoObjects(logo, 6) : []),
  ];
  return Buffer.concat([file.head(), ...bodies.map((body) => file.object(file.number(), body)), file.tail()]);
}

/** The page's y grows upwards and ours downwards, so the first line turns the page over. */
export function contentOf({ width, height, background, layers, logo }: Drawing, scale: number): string {
  const whole: Path = [
    { op: 'M', at: [0, 0] },
    ...[
      [width, 0],
      [width, height],
      [0, height],
    ].map((at) => ({ op: 'L' as const, at })),
  ];
  const filled = [{ colour: background, path: whole }, ...layers].map(
    ({ colour, path }) => `${rgb(colour)} rg ${operators(path)} f*`,
  );
  const placed = logo ? [`q ${logo.width} 0 0 ${-logo.width} ${logo.x} ${logo.y + logo.width} cm /Logo Do Q`] : [];
  return [`${scale} 0 0 ${-scale} 0 ${rounded(height * scale)} cm`, ...filled, ...placed].join('\n');
}

export const rounded = (number: number): number => Math.round(number * 1_000) / 1_000;

const operator = { M: 'm', L: 'l', C: 'c', Z: 'h' } as const;
export const operators = (path: Path): string =>
  path.map(({ op, at }) => [...at.map(rounded), operator[op]].join(' ')).join(' ');

const rgb = (colour: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(4)).join(' ');

/** Compressed. */
export type LogoPixels = { width: number; height: number; colours: Uint8Array; alpha: Uint8Array };

export async function logoPixels(png: Buffer): Promise<LogoPixels> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const [colours, alpha] = [Buffer.alloc(width * height * 3), Buffer.alloc(width * height)];
  for (let at = 0; at < width * height; at += 1) {
    data.copy(colours, at * 3, at * 4, at * 4 + 3);
    alpha[at] = data[at * 4 + 3]!;
  }
  return { width, height, colours: deflateSync(colours), alpha: deflateSync(alpha) };
}

/** The picture, then its transparency, to which it refers by number. */
export const logoObjects = (logo: LogoPixels, alphaNumber: number): [Buffer, Buffer] => [
  picture(logo, '/DeviceRGB', logo.colours, `/SMask ${alphaNumber} 0 R`),
  picture(logo, '/DeviceGray', logo.alpha),
];

const picture = ({ width, height }: LogoPixels, space: string, packed: Uint8Array, more = ''): Buffer =>
  packedStream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} /BitsPerComponent 8 ${more}`,
    packed,
  );
