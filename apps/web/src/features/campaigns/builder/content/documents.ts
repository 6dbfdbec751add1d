import { defaultTheme, type EmailDocument } from '@waggle/contracts/email-document';
import { makeBlock } from '../../editor/blocks/make.ts';

/** Bytes of HTML that one block holds. */
const mostInBlock = 200_000;

/** A heading, a text and a button to write in, and the lines below. */
export const emptyDocument = (): EmailDocument => ({
  version: 1,
  theme: defaultTheme,
  blocks: [makeBlock('heading'), makeBlock('text'), makeBlock('footer')],
});

export const fitsInBlock = (html: string): boolean => html.length <= mostInBlock;

/** HTML in a block of its own: nothing of it is lost, and blocks can be put above and below. */
export const documentAround = (html: string): EmailDocument => ({
  version: 1,
  theme: defaultTheme,
  blocks: [{ ...makeBlock('html'), html } as EmailDocument['blocks'][number]],
});
