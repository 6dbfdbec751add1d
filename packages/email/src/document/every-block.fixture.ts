import { defaultTheme, type EmailDocument } from '@waggle/contracts/email-document';

const paragraph = (text: string) => ({ type: 'paragraph' as const, children: [{ text }] });

/** One of each kind, with each condition. */
export const everyBlock: EmailDocument = {
  version: 1,
  language: 'en',
  theme: defaultTheme,
  blocks: [
    { kind: 'heading', id: 'h1', level: 1, text: [{ text: 'Hello ' }, { field: 'first_name', fallback: 'there' }] },
    {
      kind: 'text',
      id: 't1',
      body: [
        {
          type: 'paragraph',
          children: [
            { text: 'Bread is ' },
            { text: 'ready', bold: true },
            { break: true },
            { text: 'see the shelf', href: 'https://example.com/shelf?day=fri&bread=rye' },
          ],
        },
        { type: 'bullets', items: [[{ text: 'Rye' }], [{ text: 'Wheat', italic: true }]] },
        { type: 'numbers', items: [[{ text: 'Come by' }]] },
      ],
    },
    {
      kind: 'image',
      id: 'i1',
      src: 'https://example.com/loaf.png',
      alt: 'A warm loaf',
      href: 'https://example.com/loaf',
    },
    { kind: 'button', id: 'b1', label: [{ text: 'Choose my day' }], href: 'https://example.com/day' },
    {
      kind: 'button',
      id: 'b2',
      label: [{ text: 'Not now' }],
      href: 'https://example.com/later',
      look: 'outline',
      align: 'center',
    },
    { kind: 'divider', id: 'd1' },
    { kind: 'spacer', id: 's1', height: 24 },
    {
      kind: 'columns',
      id: 'c1',
      ratio: '1:2',
      box: { background: 'tint', border: 'line', borderLook: 'dashed', radius: 8 },
      cells: [
        [{ kind: 'heading', id: 'h2', level: 2, text: [{ text: 'When' }] }],
        [{ kind: 'text', id: 't2', body: [paragraph('Friday, 8 AM')] }],
      ],
      showIf: { kind: 'tag', tagId: '0199a000-0000-7000-8000-000000000001', has: true },
    },
    {
      kind: 'text',
      id: 't3',
      body: [paragraph('For members only')],
      background: 'deep',
      showIf: { kind: 'field', field: 'plan', op: 'is', value: 'member' },
    },
    { kind: 'social', id: 'so', links: [{ network: 'instagram', href: 'https://instagram.com/maple' }] },
    { kind: 'html', id: 'ht', html: '<p>Own <b>HTML</b> for {{ email }}</p><script>alert(1)</script>' },
    { kind: 'footer', id: 'fo', body: [paragraph('You get this because you joined the bread club.')] },
  ],
};
