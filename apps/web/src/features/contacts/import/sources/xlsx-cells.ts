import { attribute, tagsOf, type XmlTag } from './xml-tags.ts';

type Cell = { type: string; style: string; text: string };
export type CellReader = (cell: Cell) => string;
type Workbook = { strings: readonly string[]; styles: string; since1904: boolean };

/** Numbers Excel shows as dates by itself; others have a format of letters. */
const dateFormats = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 57]);
const day = 86_400_000;
const since = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
/** The last day Excel knows, in the year 9999. */
const lastDay = 2_958_465;

export function cellReader({ strings, styles, since1904 }: Workbook): CellReader {
  const dates = dateStyles(styles);
  const begin = since[since1904 ? 1904 : 1900];
  const readers: Record<string, (text: string, style: string) => string> = {
    s: (text) => strings[Number(text)] ?? '',
    b: (text) => (text === '1' ? 'true' : 'false'),
    // What a formula could not work out.
    e: () => '',
    n: (text, style) => numberOf(text, dates.has(Number(style || 0)) ? begin : undefined),
  };
  return ({ type, style, text }) => (Object.hasOwn(readers, type) ? readers[type]!(text, style) : text);
}

/** A date where its numbers begin somewhere. */
function numberOf(text: string, begin: number | undefined): string {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return text;
  return begin !== undefined && number >= 1 && number <= lastDay ? dateOf(begin + number * day) : String(number);
}

/** With the time where there is one, to the minute. */
function dateOf(instant: number): string {
  const text = new Date(Math.round(instant / 60_000) * 60_000).toISOString();
  return text.slice(11, 16) === '00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/** Numbers of the styles whose cells are dates. */
function dateStyles(xml: string): Set<number> {
  const tags = [...tagsOf(xml)].filter(({ isEnd }) => !isEnd);
  const own = new Map(
    tags
      .filter(({ name }) => name === 'numFmt')
      .map((tag) => [Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode') ?? '']),
  );
  const isDate = (format: number) => dateFormats.has(format) || looksLikeDate(own.get(format) ?? '');
  const first = tags.findIndex(({ name }) => name === 'cellXfs') + 1;
  const formats = first === 0 ? [] : tags.slice(first, lastOfCells(tags, first));
  return new Set(
    formats
      .filter(({ name }) => name === 'xf')
      .flatMap((tag, style) => (isDate(Number(attribute(tag, 'numFmtId') ?? 0)) ? [style] : [])),
  );
}

/** Styles of cells end where their named variants begin. */
const lastOfCells = (tags: readonly XmlTag[], first: number): number => {
  const next = tags.findIndex(({ name }, at) => at >= first && name === 'cellStyles');
  return next === -1 ? tags.length : next;
};

/** What closes a part of a format that is no letter of a date: a text in quotes, a colour or a condition. */
const closing: Readonly<Record<string, string>> = { '"': '"', '[': ']' };

/** A year or a day outside of quotes, colours and escaped letters. */
function looksLikeDate(format: string): boolean {
  for (let at = 0; at < format.length; at += 1) {
    const sign = format.charAt(at);
    if ('yYdD'.includes(sign)) return true;
    if (sign === '\\') at += 1;
    const end = closing[sign];
    if (end !== undefined) at = (format.indexOf(end, at + 1) + 1 || format.length) - 1;
  }
  return false;
}
