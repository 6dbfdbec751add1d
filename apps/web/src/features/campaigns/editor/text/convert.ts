import type { InlineRun, RichNode } from '@waggle/contracts/email-document';
import type { JSONContent } from '@tiptap/core';

type WordRun = Exclude<InlineRun, { break: true }>;
type Mark = { type: string; attrs?: Record<string, unknown> };

// ---- Document to editor

const flags = ['bold', 'italic', 'underline', 'strike'] as const;

const marksOf = (run: WordRun): Mark[] => [
  ...flags.filter((flag) => run[flag]).map((type) => ({ type })),
  ...(run.color === undefined ? [] : [{ type: 'color', attrs: { color: run.color } }]),
  ...(run.href === undefined ? [] : [{ type: 'link', attrs: { href: run.href } }]),
];

function nodeOf(run: InlineRun): JSONContent[] {
  if ('break' in run) return [{ type: 'break' }];
  const marks = marksOf(run);
  const marked = marks.length > 0 ? { marks } : {};
  if ('field' in run) return [{ type: 'field', attrs: { field: run.field, fallback: run.fallback }, ...marked }];
  return run.text === '' ? [] : [{ type: 'text', text: run.text, ...marked }];
}

const paragraph = (runs: readonly InlineRun[], align?: string): JSONContent => ({
  type: 'paragraph',
  ...(align && { attrs: { align } }),
  content: runs.flatMap((run) => nodeOf(run)),
});

export const inlineContent = (runs: readonly InlineRun[]): JSONContent => ({ type: 'doc', content: [paragraph(runs)] });

export function richContent(nodes: readonly RichNode[]): JSONContent {
  const content = nodes.map((node): JSONContent => {
    if (node.type === 'paragraph') return paragraph(node.children, node.align);
    return { type: node.type, content: node.items.map((item) => ({ type: 'item', content: [paragraph(item)] })) };
  });
  return { type: 'doc', content: content.length > 0 ? content : [paragraph([])] };
}

// ---- Editor to document

/** What the document allows in one run of words. */
const longestRun = 20_000;
const notOneLine = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;

function markedBy(marks: readonly Mark[] = []): Omit<WordRun, 'text' | 'field' | 'fallback'> {
  const attribute = (type: string, name: string) =>
    marks.find((mark) => mark.type === type)?.attrs?.[name] as string | undefined;
  const color = attribute('color', 'color');
  const href = attribute('link', 'href');
  return {
    ...Object.fromEntries(
      flags.filter((flag) => marks.some(({ type }) => type === flag)).map((flag) => [flag, true as const]),
    ),
    ...(color !== undefined && { color }),
    ...(href !== undefined && { href }),
  };
}

function runsOfNode({ type, text = '', attrs, marks }: JSONContent): InlineRun[] {
  if (type === 'break') return [{ break: true }];
  const marked = markedBy(marks);
  if (type === 'field') return [{ field: String(attrs?.['field']), fallback: String(attrs?.['fallback']), ...marked }];
  const words = text.replaceAll(notOneLine, ' ');
  return Array.from({ length: Math.ceil(words.length / longestRun) }, (_, at) => ({
    text: words.slice(at * longestRun, (at + 1) * longestRun),
    ...marked,
  }));
}

const runsIn = (node: JSONContent | undefined): InlineRun[] =>
  (node?.content ?? []).flatMap((child) => runsOfNode(child));

export const toInline = (doc: JSONContent): InlineRun[] => runsIn(doc.content?.[0]);

export const toRich = (doc: JSONContent): RichNode[] =>
  (doc.content ?? []).map((node): RichNode => {
    if (node.type === 'bullets' || node.type === 'numbers')
      return { type: node.type, items: (node.content ?? []).map((item) => runsIn(item.content?.[0])) };
    const align = node.attrs?.['align'] as 'left' | 'center' | 'right' | null | undefined;
    return { type: 'paragraph', children: runsIn(node), ...(align && { align }) };
  });
