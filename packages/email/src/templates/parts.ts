import type {
  CellBlock,
  ColumnRatio,
  ColumnsBlock,
  EmailBlock,
  InlineRun,
  RichNode,
} from '@waggle/contracts/email-document';

type More<Kind extends EmailBlock['kind']> = Partial<Omit<Extract<EmailBlock, { kind: Kind }>, 'kind' | 'id'>>;

/** `{first_name|there}` is a field, `**x**` bold, `~~x~~` struck, `[x](address)` a link, a line break a break. */
const marked =
  /\{([a-z_]{1,40})\|([^{}|]{0,80})\}|\*\*([^*]{1,400})\*\*|~~([^~]{1,80})~~|\[([^[\]]{1,200})\]\(([^()]{0,400})\)|(\n)/g;

export function runs(text: string): InlineRun[] {
  const found: InlineRun[] = [];
  let from = 0;
  for (const match of text.matchAll(marked)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index) });
    const [whole, field, fallback = '', bold, struck, words, href] = match;
    if (field) found.push({ field, fallback });
    else if (bold) found.push({ text: bold, bold: true });
    else if (struck) found.push({ text: struck, strike: true });
    else if (words) found.push(href ? { text: words, href } : { text: words, underline: true });
    else found.push({ break: true });
    from = match.index + whole.length;
  }
  return from < text.length ? [...found, { text: text.slice(from) }] : found;
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
