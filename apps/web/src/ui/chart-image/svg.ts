import type { LegendEntry } from '../chart-series.tsx';

/** The light theme, in figures: a file has no stylesheet, and is read on white wherever it goes. */
export const ink = { strong: '#191714', muted: '#6b665e', grid: '#eceae6', track: '#f3f2ef' } as const;

const colours = ['#ce8200', '#3a57a3', '#2f877d', '#93266f', '#489ccf', '#443d36'] as const;
export const heat = ['#f3f2ef', '#ffe9bd', '#fccf78', '#f3b137', '#c97f04', '#8c4f10'] as const;

export const colourOf = (series: LegendEntry['series']): string => {
  if (series === 'compare') return '#8d877d';
  return series === 'shade' ? heat[5] : colours[series - 1]!;
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Characters that XML 1.0 has no way to write: all but its `Char`. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export const escaped = (text: string): string =>
  text.replaceAll(unwritable, '').replaceAll(/[&<>"']/g, (sign) => entities[sign]!);

type Attributes = Record<string, string | number | undefined>;

export function tag(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(typeof value === 'number' ? round(value) : value))}"`)
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

type TextOptions = {
  size?: number;
  fill?: string;
  weight?: number;
  anchor?: 'start' | 'middle' | 'end';
  /** In pixels; what is longer is cut. */
  room?: number;
};

export function text(x: number, y: number, words: string, options: TextOptions = {}): string {
  const { size = 13, fill = ink.muted, weight, anchor, room = Infinity } = options;
  const attributes = { x, y, 'font-size': size, fill, 'font-weight': weight, 'text-anchor': anchor };
  return tag('text', attributes, escaped(cut(words, room, size)));
}

/** Nothing measures text without a page; a letter of a sans serif is about 0.55 of its size wide. */
export const widthOf = (words: string, size = 13): number => Array.from(words).length * size * 0.55;

function cut(words: string, room: number, size: number): string {
  if (widthOf(words, size) <= room) return words;
  return `${Array.from(words)
    .slice(0, Math.max(1, Math.floor(room / (size * 0.55)) - 1))
    .join('')}…`;
}
