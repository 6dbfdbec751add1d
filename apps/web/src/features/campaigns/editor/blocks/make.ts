import type { EmailBlock, EmailBlockKind } from '@waggle/contracts/email-document';

/** Eight letters: short in what is stored, and no two of 300 alike. */
export function newBlockId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz012345';
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => letters[byte % 32]).join('');
}

/** Empty: the canvas shows what to write in grey, and nobody sends 'Lorem ipsum' by accident. */
export function makeBlock(kind: EmailBlockKind, id = newBlockId()): EmailBlock {
  const own: { [Kind in EmailBlockKind]: () => Extract<EmailBlock, { kind: Kind }> } = {
    heading: () => ({ kind: 'heading', id, text: [], level: 2 }),
    text: () => ({ kind: 'text', id, body: [{ type: 'paragraph', children: [] }] }),
    image: () => ({ kind: 'image', id, src: '', alt: '' }),
    button: () => ({ kind: 'button', id, label: [], href: '' }),
    columns: () => ({ kind: 'columns', id, ratio: '1:1', cells: [[], []] }),
    divider: () => ({ kind: 'divider', id }),
    spacer: () => ({ kind: 'spacer', id, height: 24 }),
    social: () => ({ kind: 'social', id, links: [] }),
    html: () => ({ kind: 'html', id, html: '' }),
    footer: () => ({ kind: 'footer', id, body: [{ type: 'paragraph', children: [] }] }),
  };
  return own[kind]();
}
