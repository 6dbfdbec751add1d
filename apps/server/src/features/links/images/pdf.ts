import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Drawing } from './drawing.ts';
import type { Path } from './path.ts';

/** Points are 1/72 inch, pixels of the web 1/96. */
const pointsOfPixel = 0.75;

/** One page with the code as outlines, which a printer draws as finely as it can. No text, so no font. */
export async function toPdf(drawing: Drawing, pixels: number): Promise<Buffer> {
  const points = pixels * pointsOfPixel;
  const logo = drawing.logo && (await pixelsOf(drawing.logo.png));
  const objects = [
    object('<< /Type /Catalog /Pages 2 0 R >>'),
    object('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points} ${points}] /Contents 4 0 R ` +
        `/Resources << ${logo ? '/XObject << /Logo 5 0 R >>' : ''} >> >>`,
    ),
    stream('', Buffer.from(content(drawing, points / drawing.width))),
    ...(logo
      ? [picture(logo, '/DeviceRGB', logo.colours, '/SMask 6 0 R'), picture(logo, '/DeviceGray', logo.alpha)]
      : []),
  ];
  return assemble(objects);
}

/** The page's y grows upwards and ours downwards, so the first line turns the page over. */
function content({ width, background, layers, logo }: Drawing, scale: number): string {
  const whole: Path = [
    { op: 'M', at: [0, 0] },
    ...[
      [width, 0],
      [width, width],
      [0, width],
    ].map((at) => ({ op: 'L' as const, at })),
  ];
  const filled = [{ colour: background, path: whole }, ...layers].map(
    ({ colour, path }) => `${rgb(colour)} rg ${operators(path)} f*`,
  );
  const placed = logo ? [`q ${logo.width} 0 0 ${-logo.width} ${logo.x} ${logo.y + logo.width} cm /Logo Do Q`] : [];
  return [`${scale} 0 0 ${-scale} 0 ${width * scale} cm`, ...filled, ...placed].join('\n');
}

const operator = { M: 'm', L: 'l', C: 'c', Z: 'h' } as const;
const operators = (path: Path): string =>
  path
    .map(({ op, at }) => [...at.map((number) => Math.round(number * 1_000) / 1_000), operator[op]].join(' '))
    .join(' ');

const rgb = (colour: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(4)).join(' ');

type Pixels = { width: number; height: number; colours: Buffer; alpha: Buffer };

async function pixelsOf(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const [colours, alpha] = [Buffer.alloc(width * height * 3), Buffer.alloc(width * height)];
  for (let at = 0; at < width * height; at += 1) {
    data.copy(colours, at * 3, at * 4, at * 4 + 3);
    alpha[at] = data[at * 4 + 3]!;
  }
  return { width, height, colours, alpha };
}

const picture = ({ width, height }: Pixels, space: string, bytes: Buffer, more = ''): Buffer =>
  stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} /BitsPerComponent 8 ${more}`,
    bytes,
  );

const object = (text: string): Buffer => Buffer.from(text, 'latin1');

function stream(dictionary: string, bytes: Buffer): Buffer {
  const packed = deflateSync(bytes);
  const head = `<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  return Buffer.concat([object(head), packed, object('\nendstream')]);
}

/** Numbered objects, then the table of where each begins: readers start at the end. */
function assemble(objects: Buffer[]): Buffer {
  const parts = [object('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')];
  const starts: number[] = [];
  let length = parts[0]!.length;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [at, body] of objects.entries()) {
    starts.push(length);
    add(Buffer.concat([object(`${at + 1} 0 obj\n`), body, object('\nendobj\n')]));
  }
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  add(object(`${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`));
  return Buffer.concat(parts);
}
