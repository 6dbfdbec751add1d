import { contrastOf } from '@waggle/contracts/accent';
import { defaultTheme, EmailDocument } from '@waggle/contracts/email-document';
import { expect, test } from 'vitest';
import { brandTheme } from './brand-theme.ts';
import { emptyDocument } from './documents.ts';

const none = {
  accent: null,
  highlight: null,
  headingFont: null,
  bodyFont: null,
  socialLinks: [],
  footerText: '',
};

test('a new email has colors, fonts, links and last lines of the brand', () => {
  const document = emptyDocument({
    ...none,
    accent: '#8a4f16',
    highlight: '#e0a458',
    headingFont: 'serif',
    socialLinks: [{ network: 'instagram', href: 'https://instagram.com/mapleandrye' }],
    footerText: 'Baked in Portland.\nOpen Tuesday to Sunday.',
  });

  expect(EmailDocument.parse(document)).toEqual(document);
  expect(document.theme).toMatchObject({ headingFont: 'serif', light: { accent: '#8a4f16', deep: '#e0a458' } });
  expect(document.blocks.map(({ kind }) => kind)).toEqual(['heading', 'text', 'social', 'footer']);
  expect(document.blocks.at(-1)).toMatchObject({
    body: [
      {
        type: 'paragraph',
        children: [{ text: 'Baked in Portland.' }, { break: true }, { text: 'Open Tuesday to Sunday.' }],
      },
    ],
  });
});

test('without a brand it has the usual look', () => {
  expect(brandTheme(none)).toEqual(defaultTheme);
  expect(emptyDocument().theme).toEqual(defaultTheme);
  expect(emptyDocument(none).blocks.map(({ kind }) => kind)).toEqual(['heading', 'text', 'footer']);
});

test.each(['#ffff00', '#000000', '#ffffff', '#8a4f16', '#777777'])('%s can be read in both themes', (color) => {
  const { light, dark } = brandTheme({ ...none, accent: color, highlight: color });

  for (const palette of [light, dark]) {
    expect(contrastOf(palette.accent, palette.paper)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(palette.accent, palette.onAccent)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(palette.deep, palette.onDeep)).toBeGreaterThanOrEqual(4.5);
  }
});
