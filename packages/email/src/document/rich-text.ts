import type { InlineRun, RichNode } from '@waggle/contracts/email-document';
import type { Frame } from './frame.ts';
import { classOf, inlineHtml, inlineText } from './inline.ts';

type Letters = { align: string; size: number; style: string; className: string };

/** Paragraphs and lists; margins are written out, because every program has others. */
export function richHtml(nodes: readonly RichNode[], frame: Frame, letters: Letters): string {
  const gap = letters.size;
  const named = classOf(letters.className);
  return nodes
    .map((node, at) => {
      const below = at === nodes.length - 1 ? 0 : gap;
      if (node.type === 'paragraph') {
        const inner = inlineHtml(node.children, frame.painter, frame.surface);
        const align = node.align ?? letters.align;
        return `<p${named} style="margin:0 0 ${below}px;${letters.style};text-align:${align}">${inner === '' ? '&nbsp;' : inner}</p>`;
      }
      const tag = node.type === 'bullets' ? 'ul' : 'ol';
      const items = node.items.map((item) => listItem(item, frame, letters)).join('');
      return `<${tag}${named} style="margin:0 0 ${below}px;padding:0 0 0 24px;${letters.style};text-align:${letters.align}">${items}</${tag}>`;
    })
    .join('');
}

const listItem = (item: readonly InlineRun[], { painter, surface }: Frame, { style, className }: Letters): string =>
  `<li${classOf(className)} style="margin:0 0 6px;${style}">${inlineHtml(item, painter, surface)}</li>`;

export const richText = (nodes: readonly RichNode[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'paragraph') return inlineText(node.children);
      return node.items
        .map((item, at) => `${node.type === 'bullets' ? '-' : `${at + 1}.`} ${inlineText(item)}`)
        .join('\n');
    })
    .join('\n\n');
