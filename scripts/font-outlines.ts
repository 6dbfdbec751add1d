// Outlines of the letters that pictures of QR codes can carry, from a TrueType font, as JSON on the standard output:
// node scripts/font-outlines.ts /usr/share/fonts/truetype/dejavu/DejaVuSansCondensed-Bold.ttf
import { readFileSync } from 'node:fs';

const file = readFileSync(process.argv[2] ?? '');
const tables = new Map<string, number>();
for (let at = 12; at < 12 + 16 * file.readUInt16BE(4); at += 16)
  tables.set(file.toString('latin1', at, at + 4), file.readUInt32BE(at + 8));
const table = (name: string): number => tables.get(name) ?? fail(`The font has no table ${name}.`);

function fail(sentence: string): never {
  throw new Error(sentence);
}

const unitsPerEm = file.readUInt16BE(table('head') + 18);
const longOffsets = file.readInt16BE(table('head') + 50) === 1;
const advances = file.readUInt16BE(table('hhea') + 34);

/** Latin with its accents, Greek, Cyrillic, and the signs people type with them. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x218, 0x21b],
  [0x386, 0x386],
  [0x388, 0x38a],
  [0x38c, 0x38c],
  [0x38e, 0x3a1],
  [0x3a3, 0x3ce],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x1e9e, 0x1e9e],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2190, 0x2193],
] as const;

/** Format 4 of the character map, which covers all of them. */
function glyphOf(character: number): number {
  const cmap = table('cmap');
  for (let at = 0; at < file.readUInt16BE(cmap + 2); at += 1) {
    const start = cmap + file.readUInt32BE(cmap + 4 + at * 8 + 4);
    if (file.readUInt16BE(start) !== 4) continue;
    const segments = file.readUInt16BE(start + 6) / 2;
    for (let segment = 0; segment < segments; segment += 1) {
      const last = start + 14 + segment * 2;
      const [first, delta, offset] = [1, 2, 3].map((part) => last + 2 + part * segments * 2) as [
        number,
        number,
        number,
      ];
      if (character > file.readUInt16BE(last)) continue;
      if (character < file.readUInt16BE(first)) return 0;
      const range = file.readUInt16BE(offset);
      if (range === 0) return (character + file.readInt16BE(delta)) & 0xffff;
      const found = file.readUInt16BE(offset + range + (character - file.readUInt16BE(first)) * 2);
      return found === 0 ? 0 : (found + file.readInt16BE(delta)) & 0xffff;
    }
  }
  return 0;
}

type Point = { x: number; y: number; on: boolean };

function placeOf(glyph: number): { start: number; end: number } {
  const loca = table('loca');
  const at = (index: number) =>
    longOffsets ? file.readUInt32BE(loca + index * 4) : file.readUInt16BE(loca + index * 2) * 2;
  return { start: table('glyf') + at(glyph), end: table('glyf') + at(glyph + 1) };
}

function contoursOf(glyph: number): Point[][] {
  const { start, end } = placeOf(glyph);
  if (start === end) return [];
  const contours = file.readInt16BE(start);
  return contours < 0 ? composed(start + 10) : simple(start + 10, contours);
}

function simple(start: number, contours: number): Point[][] {
  const ends = Array.from({ length: contours }, (_, at) => file.readUInt16BE(start + at * 2));
  const count = (ends.at(-1) ?? -1) + 1;
  let at = start + contours * 2;
  at += 2 + file.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = file[at++]!;
    const repeats = flag & 8 ? file[at++]! : 0;
    for (let again = 0; again <= repeats; again += 1) flags.push(flag);
  }
  const axis = (short: number, same: number) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? file[at++]! : -file[at++]!;
      else if (!(flag & same)) {
        value += file.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const [xs, ys] = [axis(2, 16), axis(4, 32)];
  const points = flags.map((flag, index) => ({ x: xs[index]!, y: ys[index]!, on: (flag & 1) === 1 }));
  return ends.map((last, index) => points.slice(index === 0 ? 0 : ends[index - 1]! + 1, last + 1));
}

type Scales = readonly [number, number, number, number];

/** One factor, one for each direction, or a matrix. */
function scalesAt(at: number, flags: number): { scales: Scales; bytes: number } {
  const count = flags & 8 ? 1 : flags & 0x40 ? 2 : flags & 0x80 ? 4 : 0;
  const [a = 1, b = a, c = 0, d = 1] = Array.from(
    { length: count },
    (_, part) => file.readInt16BE(at + part * 2) / 16_384,
  );
  return { scales: count === 4 ? [a, b, c, d] : [a, 0, 0, b], bytes: count * 2 };
}

/** Letters with accents are made of others, moved and sometimes scaled. */
function composed(start: number): Point[][] {
  const contours: Point[][] = [];
  let at = start;
  for (;;) {
    const [flags, glyph] = [file.readUInt16BE(at), file.readUInt16BE(at + 2)];
    at += 4;
    const words = (flags & 1) === 1;
    const [dx, dy] = words
      ? [file.readInt16BE(at), file.readInt16BE(at + 2)]
      : [file.readInt8(at), file.readInt8(at + 1)];
    at += words ? 4 : 2;
    const { scales, bytes } = scalesAt(at, flags);
    const [xx, xy, yx, yy] = scales;
    at += bytes;
    for (const contour of contoursOf(glyph))
      contours.push(
        contour.map(({ x, y, on }) => ({
          x: Math.round(x * xx + y * yx) + dx,
          y: Math.round(x * xy + y * yy) + dy,
          on,
        })),
      );
    if (!(flags & 0x20)) return contours;
  }
}

/** M, L and Q with absolute places; between two points off the curve lies one on it. */
function outline(contour: Point[]): string {
  const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, on: true });
  const begin = contour.findIndex(({ on }) => on);
  const first = begin < 0 ? middle(contour[0]!, contour.at(-1)!) : contour[begin]!;
  const rest = begin < 0 ? contour : [...contour.slice(begin + 1), ...contour.slice(0, begin)];
  const text = ({ x, y }: Point) => `${Math.round(x)} ${Math.round(y)}`;
  let path = `M${text(first)}`;
  let off: Point | undefined;
  for (const point of [...rest, first]) {
    if (point.on) path += off ? `Q${text(off)} ${text(point)}` : `L${text(point)}`;
    else if (off) path += `Q${text(off)} ${text(middle(off, point))}`;
    off = point.on ? undefined : point;
  }
  return path;
}

const widthOf = (glyph: number): number => file.readUInt16BE(table('hmtx') + Math.min(glyph, advances - 1) * 4);

const glyphs: Record<string, { width: number; outline: string }> = {};
for (const [first, last] of ranges) {
  for (let character = first; character <= last; character += 1) {
    const glyph = glyphOf(character);
    if (glyph === 0) continue;
    glyphs[String.fromCodePoint(character)] = {
      width: widthOf(glyph),
      outline: contoursOf(glyph).map(outline).join(''),
    };
  }
}
console.log(
  JSON.stringify(
    { font: 'DejaVu Sans Condensed Bold, https://dejavu-fonts.github.io/License.html', unitsPerEm, glyphs },
    null,
    2,
  ),
);
