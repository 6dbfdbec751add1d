import font from './lettering.json' with { type: 'json' };
import type { Command, Path } from './path.ts';

/** Letters as outlines, so that a picture needs no font wherever it is opened or printed. */
type Glyph = { width: number; outline: string };
const glyphs = new Map<string, Glyph>(Object.entries(font.glyphs));

/** Height of capitals and depth of letters such as g, in units of the font. */
const capHeight = 0.729;

export const canLetter = (text: string): boolean => Array.from(text).every((letter) => glyphs.has(letter));

/** In ems: as many times the size of the letters. */
export const widthOfText = (text: string): number =>
  Array.from(text).reduce((width, letter) => width + (glyphs.get(letter)?.width ?? 0), 0) / font.unitsPerEm;

type Place = { x: number; y: number; size: number };

/** One line around its middle. Letters there are none of are left out. */
export function lettering(text: string, { x, y, size }: Place): Path {
  const scale = size / font.unitsPerEm;
  const baseline = y + (capHeight * size) / 2;
  let left = x - (widthOfText(text) * size) / 2;
  const path: Path = [];
  for (const letter of text) {
    const glyph = glyphs.get(letter);
    if (!glyph) continue;
    path.push(...placed(glyph.outline, (at, index) => (index % 2 === 0 ? left + at * scale : baseline - at * scale)));
    left += glyph.width * scale;
  }
  return path;
}

const step = /([MLQ])([^MLQ]+)/g;

/** Curves of TrueType have one handle, those of SVG and PDF two. */
function placed(outline: string, place: (at: number, index: number) => number): Path {
  const path: Path = [];
  let [x, y] = [0, 0];
  for (const [, op, numbers = ''] of outline.matchAll(step)) {
    const at = numbers.split(' ').map((number, index) => place(Number(number), index));
    if (op === 'M' && path.length > 0) path.push(close);
    path.push(op === 'Q' ? cubic([x, y], at) : { op: op as 'M' | 'L', at });
    [x, y] = at.slice(-2) as [number, number];
  }
  if (path.length > 0) path.push(close);
  return path;
}

const close: Command = { op: 'Z', at: [] };

function cubic([fromX, fromY]: [number, number], at: number[]): Command {
  const [x, y, toX, toY] = at as [number, number, number, number];
  const third = (end: number, handle: number) => end + (2 / 3) * (handle - end);
  return { op: 'C', at: [third(fromX, x), third(fromY, y), third(toX, x), third(toY, y), toX, toY] };
}
