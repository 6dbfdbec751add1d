import type {
  CellBlock,
  ColumnRatio,
  ColumnsBlock,
  EmailBlock,
  InlineRun,
  RichNode,
} from '@waggle/contracts/email-document';

type More<Kind extends EmailBlock['kind']> = Partial<Omit<Extract<EmailBlock, { kind: Kind }>, 'kind' | 'id'>>;

type Mark = { open: string; close: string; run: (inside: string) => InlineRun };

const pair = (text: string, between: string): [string, string] => {
  const [first = '', second = ''] = text.split(between);
  return [first, second];
};

/** `{first_name|there}` is a field, `**x**` bold, `~~x~~` struck, `[x](address)` a link, a line break a break. */
const marks: readonly Mark[] = [
  { open: '\n', close: '', run: () => ({ break: true }) },
  { open: '**', close: '**', run: (text) => ({ text, bold: true }) },
  { open: '~~', close: '~~', run: (text) => ({ text, strike: true }) },
  {
    open: '{',
    close: '}',
    run: (inside) => {
      const [field, fallback] = pair(inside, '|');
      return { field, fallback };
    },
  },
  {
    open: '[',
    close: ')',
    run: (inside) => {
      const [text, href] = pair(inside, '](');
      return href ? { text, href } : { text, underline: true };
    },
  },
];

export function runs(text: string): InlineRun[] {
  const found: InlineRun[] = [];
  let [at, plainFrom] = [0, 0];
  while (at < text.length) {
    const mark = marks.find(({ open }) => text.startsWith(open, at));
    const inner = at + (mark?.open.length ?? 0);
    const end = mark ? text.indexOf(mark.close, inner) : -1;
    if (!mark || end < 0) {
      at += 1;
      continue;
    }
    if (at > plainFrom) found.push({ text: text.slice(plainFrom, at) });
    found.push(mark.run(text.slice(inner, end)));
    at = plainFrom = end + mark.close.length;
  }
  return plainFrom < text.length ? [...found, { text: text.slice(plainFrom) }] : found;
}

const paragraphs = (texts: readonly string[]): RichNode[] =>
  texts.map((text) => ({ type: 'paragraph', children: runs(text) }));

// Ids are given when the document is whole.
const id = '';
export const heading = (level: 1 | 2 | 3, text: string, more: More<'heading'> = {}): CellBlock => ({
  kind: 'heading',
  id,
  level,
  text: runs(text),
  ...more,
});
export const text = (texts: string | readonly string[], more: More<'text'> = {}): CellBlock => ({
  kind: 'text',
  id,
  body: paragraphs([texts].flat()),
  ...more,
});
export const footer = (texts: string, more: More<'footer'> = {}): CellBlock => ({
  kind: 'footer',
  id,
  body: paragraphs([texts]),
  ...more,
});
export const image = (src: string, alt: string, more: More<'image'> = {}): CellBlock => ({
  kind: 'image',
  id,
  src,
  alt,
  ...more,
});
export const button = (label: string, href: string, more: More<'button'> = {}): CellBlock => ({
  kind: 'button',
  id,
  label: runs(label),
  href,
  ...more,
});
export const divider = (more: More<'divider'> = {}): CellBlock => ({ kind: 'divider', id, ...more });
export const spacer = (height: number, more: More<'spacer'> = {}): CellBlock => ({
  kind: 'spacer',
  id,
  height,
  ...more,
});
export const html = (source: string, more: More<'html'> = {}): CellBlock => ({
  kind: 'html',
  id,
  html: source,
  ...more,
});
export const columns = (ratio: ColumnRatio, cells: CellBlock[][], more: More<'columns'> = {}): ColumnsBlock => ({
  kind: 'columns',
  id,
  ratio,
  cells,
  ...more,
});

/** The same template has the same ids each time. */
export function withIds(blocks: readonly EmailBlock[]): EmailBlock[] {
  let last = 0;
  const named = <Block extends EmailBlock>(block: Block): Block => ({ ...block, id: `b${(last += 1)}` });
  return blocks.map((block) =>
    block.kind === 'columns' ? named({ ...block, cells: block.cells.map((cell) => cell.map(named)) }) : named(block),
  );
}
