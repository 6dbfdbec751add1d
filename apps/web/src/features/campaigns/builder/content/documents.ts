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

/** HTML in a block of its own: nothing of it is lost, and blocks can be put above and below. */
export const documentAround = (html: string): EmailDocument => ({
  version: 1,
  theme: defaultTheme,
  blocks: [{ ...makeBlock('html'), html } as EmailDocument['blocks'][number]],
});
