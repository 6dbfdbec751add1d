import type { Inline, LegalBlock } from '@waggle/contracts/legal';

export type Markdown = { title: string | null; blocks: LegalBlock[] };

/**
 * The part of Markdown that terms and policies are written in: headings, paragraphs, lists, bold, italic and links. The result is a
 * tree of texts, so HTML in a file is shown as the letters it is, and an address that is neither a web page nor an email is no link.
 */
export function readMarkdown(source: string): Markdown {
  const lines = source
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trim());
  const blocks: LegalBlock[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: readInlines(paragraph.join(' ')) });
    paragraph = [];
  };
  const titleAt = lines.findIndex((line) => line.startsWith('# '));
  for (const line of lines.toSpliced(Math.max(titleAt, 0), titleAt < 0 ? 0 : 1)) {
    const part = partOf(line);
    if (part !== line || line === '') endParagraph();
    if (typeof part !== 'string') addPart(blocks, part);
    else if (line !== '') paragraph.push(line);
  }
  endParagraph();
  const title = titleAt < 0 ? null : plain(readInlines(lines[titleAt]!.slice(2).trim()));
  return { title, blocks };
}

type Heading = Extract<LegalBlock, { kind: 'heading' }>;

/** A heading, an item of a list, or the line as it is. */
const partOf = (line: string): Heading | Item | string => headingOf(line) ?? itemOf(line) ?? line;

function headingOf(line: string): Heading | undefined {
  const found = /^(#{1,6}) (.+)$/.exec(line);
  return found
    ? { kind: 'heading', level: found[1]!.length > 2 ? 3 : 2, text: readInlines(found[2]!.trim()) }
    : undefined;
}

type Item = { kind: 'item'; isNumbered: boolean; text: Inline[] };

function itemOf(line: string): Item | undefined {
  const found = /^(?:([-*+])|\d{1,3}[.)]) (.+)$/.exec(line);
  return found ? { kind: 'item', isNumbered: found[1] === undefined, text: readInlines(found[2]!.trim()) } : undefined;
}

/** An item goes to the list before it, if that is one of the same kind. */
function addPart(blocks: LegalBlock[], part: Heading | Item): void {
  const last = blocks.at(-1);
  if (part.kind === 'heading') blocks.push(part);
  else if (last?.kind === 'list' && last.isNumbered === part.isNumbered) last.items.push(part.text);
  else blocks.push({ kind: 'list', isNumbered: part.isNumbered, items: [part.text] });
}

const marks = [
  { mark: '**', kind: 'bold' },
  { mark: '__', kind: 'bold' },
  { mark: '*', kind: 'italic' },
  { mark: '_', kind: 'italic' },
] as const;

export function readInlines(line: string): Inline[] {
  const found: Inline[] = [];
  let text = '';
  for (let at = 0; at < line.length;) {
    const piece = linkAt(line, at) ?? markedAt(line, at);
    if (piece) {
      if (text) found.push({ kind: 'text', text });
      text = '';
      found.push(piece.inline);
      at = piece.end;
    } else {
      text += line[at];
      at += 1;
    }
  }
  return text ? [...found, { kind: 'text', text }] : found;
}

type Piece = { inline: Inline; end: number };

/** An underscore within a word, as in an address, marks nothing. */
function markedAt(line: string, at: number): Piece | undefined {
  for (const { mark, kind } of marks) {
    if (!line.startsWith(mark, at)) continue;
    const from = at + mark.length;
    const to = line.indexOf(mark, from);
    const isWord = mark.startsWith('_') && at > 0 && line[at - 1] !== ' ';
    if (to > from && line[from] !== ' ' && !isWord)
      return { inline: { kind, text: line.slice(from, to) }, end: to + mark.length };
  }
  return undefined;
}

function linkAt(line: string, at: number): Piece | undefined {
  if (line[at] !== '[') return undefined;
  const middle = line.indexOf('](', at);
  const end = middle < 0 ? -1 : line.indexOf(')', middle);
  if (end < 0) return undefined;
  const [text, href] = [line.slice(at + 1, middle), line.slice(middle + 2, end).trim()];
  return isSafe(href) ? { inline: { kind: 'link', text, href }, end: end + 1 } : undefined;
}

const isSafe = (href: string): boolean =>
  URL.canParse(href) && ['https:', 'http:', 'mailto:'].includes(new URL(href).protocol);

const plain = (inlines: readonly Inline[]): string => inlines.map(({ text }) => text).join('');
