import { defaultTheme, EmailDocument } from '@waggle/contracts/email-document';
import { contrast } from '@waggle/email/document/color-math';
import { expect, test } from 'vitest';
import { rebrand } from './rebrand.ts';

const tag = (digit: number) => `0190a000-0000-4000-8000-00000000000${digit}`;
const brand = {
  tags: new Map([[tag(1), tag(2)]]),
  rename: (text: string) => text.replaceAll('Maple & Rye', 'Corner Crumb'),
  old: { accent: '#8a4f16', website: 'https://mapleandrye.example/', logoName: 'a'.repeat(24) + '.png' },
  new: { accent: '#1f5288', website: 'https://cornercrumb.example/' },
};
const email = (...blocks: unknown[]) => EmailDocument.parse({ version: 1, theme: defaultTheme, blocks });

test('name, website, color and tags become those of the new client, also inside of columns', () => {
  const text = [{ text: 'Maple & Rye', href: 'https://www.mapleandrye.example/bread', color: '#8a4f16' }];
  const { document, lost } = rebrand(
    email(
      { kind: 'heading', id: 'a', level: 1, text, showIf: { kind: 'tag', tagId: tag(1), has: true } },
      {
        kind: 'columns',
        id: 'b',
        ratio: '1',
        cells: [[{ kind: 'button', id: 'c', label: [{ text: 'Maple & Rye' }], href: 'https://other.example/' }]],
      },
    ),
    brand,
  );

  expect([...lost]).toEqual([]);
  expect(document.blocks).toEqual([
    {
      kind: 'heading',
      id: 'a',
      level: 1,
      text: [{ text: 'Corner Crumb', href: 'https://cornercrumb.example/', color: '#1f5288' }],
      showIf: { kind: 'tag', tagId: tag(2), has: true },
    },
    {
      kind: 'columns',
      id: 'b',
      ratio: '1',
      cells: [[{ kind: 'button', id: 'c', label: [{ text: 'Corner Crumb' }], href: 'https://other.example/' }]],
    },
  ]);
  expect(document.theme.light.accent).not.toBe(defaultTheme.light.accent);
  for (const palette of [document.theme.light, document.theme.dark])
    expect(contrast(palette.accent, palette.paper)).toBeGreaterThanOrEqual(4.5);
});

test('what only the old client has is left out and named: its logo, its profiles, and blocks for a tag that was not copied', () => {
  const { document, lost } = rebrand(
    email(
      { kind: 'image', id: 'a', src: `https://waggle.example/f/${brand.old.logoName}`, alt: 'Logo', fileId: tag(5) },
      { kind: 'social', id: 'b', links: [{ network: 'instagram', href: 'https://instagram.com/mapleandrye' }] },
      { kind: 'divider', id: 'c', showIf: { kind: 'tag', tagId: tag(9), has: true } },
    ),
    brand,
  );

  expect([...lost].toSorted()).toEqual(['logo', 'tag']);
  expect(document.blocks).toEqual([
    { kind: 'image', id: 'a', src: '', alt: 'Logo' },
    { kind: 'social', id: 'b', links: [{ network: 'website', href: 'https://cornercrumb.example/' }] },
  ]);
});

test('an email in the colors of the new client already stays byte for byte', () => {
  const source = email({ kind: 'spacer', id: 'a', height: 20 });

  expect(rebrand(source, { ...brand, new: { ...brand.new, accent: null } }).document).toEqual(source);
  expect(rebrand(source, { ...brand, new: { ...brand.new, accent: brand.old.accent } }).document).toEqual(source);
});

test('a name too long for its line leaves the words as they were', () => {
  const source = email({ kind: 'image', id: 'a', src: '', alt: 'x Maple & Rye' });

  const { document } = rebrand(source, { ...brand, rename: () => 'x'.repeat(501) });

  expect(document.blocks).toEqual(source.blocks);
});
