import { defaultTheme, type EmailBlock, type EmailDocument } from '@waggle/contracts/email-document';
import { makeBlock } from '../../editor/blocks/make.ts';
import { type BrandLook, brandTheme } from './brand-theme.ts';

/** Bytes of HTML that one block holds. */
const mostInBlock = 200_000;

/** A heading and a text to write in, and below what every email of the brand ends with. */
export const emptyDocument = (brand?: BrandLook): EmailDocument => ({
  version: 1,
  theme: brand ? brandTheme(brand) : defaultTheme,
  blocks: [makeBlock('heading'), makeBlock('text'), ...(brand ? lastBlocks(brand) : [makeBlock('footer')])],
});

function lastBlocks({ socialLinks, footerText }: BrandLook): EmailBlock[] {
  const lines = footerText
    .split('\n')
    .flatMap((text, at) => (at === 0 ? [{ text }] : [{ break: true as const }, { text }]));
  const body = [{ type: 'paragraph' as const, children: footerText === '' ? [] : lines }];
  return [
    ...(socialLinks.length > 0 ? [{ ...makeBlock('social'), links: socialLinks } as EmailBlock] : []),
    { ...makeBlock('footer'), body } as EmailBlock,
  ];
}

export const fitsInBlock = (html: string): boolean => html.length <= mostInBlock;

/** It becomes HTML as a whole alone: a block would hold none of its elements. */
export const isMjml = (html: string): boolean => /<mjml[\s>]/i.test(html);

/** Styles of the head, or a look of the body itself: a block holds only what is inside of the body. */
export function losesInBlock(html: string): boolean {
  const [head = ''] = html.split(/<\/head\s*>/i, 1);
  const hasStyles = /<head[\s>]/i.test(head) && /<style[\s>]/i.test(head);
  const [body = ''] = /<body[^<>]*/i.exec(html) ?? [];
  return hasStyles || /\s(?:style|bgcolor|background)\s*=/i.test(body);
}

/** HTML in a block of its own, and blocks can be put above and below. */
export const documentAround = (html: string): EmailDocument => ({
  version: 1,
  theme: defaultTheme,
  blocks: [{ ...makeBlock('html'), html } as EmailDocument['blocks'][number]],
});
