import { defaultTheme, type EmailDocument } from '@waggle/contracts/email-document';

export type EmailWords = { heading: string; text: string; button: string };

/** A first draft to write on: a heading, a few lines, a button without an address, and the footer. */
export const documentOfEmail = ({ heading, text, button }: EmailWords): EmailDocument => ({
  version: 1,
  theme: defaultTheme,
  blocks: [
    { kind: 'heading', id: 'heading', level: 1, text: [{ text: heading }] },
    {
      kind: 'text',
      id: 'text',
      body: text.split('\n').map((line) => ({ type: 'paragraph', children: [{ text: line }] })),
    },
    { kind: 'button', id: 'button', label: [{ text: button }], href: '' },
    { kind: 'footer', id: 'footer', body: [{ type: 'paragraph', children: [] }] },
  ],
});
