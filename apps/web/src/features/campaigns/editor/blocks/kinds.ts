import type { EmailBlock, EmailBlockKind, InlineRun, RichNode } from '@waggle/contracts/email-document';
import {
  AlignLeft,
  CodeXml,
  Columns2,
  Heading,
  ImageIcon,
  Minus,
  PanelBottom,
  RectangleHorizontal,
  Share2,
  UnfoldVertical,
} from 'lucide-react';
import type { Icon } from '#ui/icon.ts';

/** In the order of the palette. */
export const blockIcons: Record<EmailBlockKind, Icon> = {
  heading: Heading,
  text: AlignLeft,
  image: ImageIcon,
  button: RectangleHorizontal,
  columns: Columns2,
  divider: Minus,
  spacer: UnfoldVertical,
  social: Share2,
  html: CodeXml,
  footer: PanelBottom,
};
export const blockKinds = Object.keys(blockIcons) as EmailBlockKind[];

export type WordsBlock = Extract<EmailBlock, { kind: 'heading' | 'text' | 'button' | 'footer' }>;

export const hasWords = (block: EmailBlock): block is WordsBlock =>
  block.kind === 'heading' || block.kind === 'text' || block.kind === 'button' || block.kind === 'footer';

export const runsOf = (nodes: readonly RichNode[]): InlineRun[] =>
  nodes.flatMap((node) => (node.type === 'paragraph' ? node.children : node.items.flat()));

export function wordsOf(block: EmailBlock): InlineRun[] {
  if (block.kind === 'heading') return block.text;
  if (block.kind === 'button') return block.label;
  return block.kind === 'text' || block.kind === 'footer' ? runsOf(block.body) : [];
}

type FieldName = (field: string) => string;

export const plainWords = (runs: readonly InlineRun[], fieldName: FieldName): string =>
  runs.map((run) => ('break' in run ? ' ' : 'field' in run ? fieldName(run.field) : run.text)).join('');

const brief = (text: string) => (text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text);

/** What tells a block from others of its kind: its first words, its picture, its address. */
export function summaryOf(block: EmailBlock, fieldName: FieldName): string {
  if (hasWords(block)) return brief(plainWords(wordsOf(block), fieldName).trim());
  if (block.kind === 'image') return brief(block.alt || (block.src.split('/').at(-1) ?? ''));
  if (block.kind === 'columns')
    return brief(
      block.cells
        .flat()
        .map((inner) => summaryOf(inner, fieldName))
        .filter(Boolean)
        .join(', '),
    );
  return block.kind === 'social' ? block.links.map(({ network }) => network).join(', ') : '';
}
