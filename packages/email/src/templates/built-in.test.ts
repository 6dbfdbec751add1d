import { allBlocks } from '@waggle/contracts/email-document';
import mjml2html from 'mjml';
import { describe, expect, test } from 'vitest';
import { compileContent } from '../content/compile.ts';
import { aDraft } from '../content/draft.fixture.ts';
import { contrast } from '../document/color-math.ts';
import { compileDocument } from '../document/compile-document.ts';
import { builtInDocument, listBuiltIn } from './built-in.ts';
import { brandTheme } from './themes.ts';

const loadMjml = async () => mjml2html;
const brand = {
  name: 'Maple & Rye',
  accent: null,
  website: 'https://maple.example/',
  publicUrl: 'https://waggle.test',
};
const languages = ['en', 'es', 'fr'] as const;
const everyOne = languages.flatMap((language) => listBuiltIn(language).map(({ key }) => [key, language] as const));

describe.each(everyOne)('the built-in template %s in %s', (key, language) => {
  test('can be sent as it is, has a text and stays below 102 kB', async () => {
    const document = builtInDocument(key, language, brand);
    const compiled = await compileDocument(document, loadMjml);
    const { problems, html, text } = await compileContent(aDraft(compiled), 'https://waggle.test/', loadMjml);

    expect(problems).toEqual([]);
    expect(compiled.removed).toEqual([]);
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
    expect(text.length).toBeGreaterThan(200);
  });

  test('names every picture and leads somewhere', () => {
    const blocks = allBlocks(builtInDocument(key, language, brand).blocks);

    const unnamed = blocks.filter((block) => block.kind === 'image' && block.alt === '');
    const deadEnds = blocks.filter((block) => block.kind === 'button' && block.href !== 'https://maple.example/');
    expect([...unnamed, ...deadEnds]).toEqual([]);
  });
});

test('a template is the same each time', () => {
  expect(builtInDocument('event', 'en', brand)).toEqual(builtInDocument('event', 'en', brand));
});

test('subjects have no markup of ours', () => {
  for (const language of languages)
    for (const { subject, previewText } of listBuiltIn(language))
      expect(`${subject}${previewText}`).not.toMatch(/\*\*|~~|\|there/);
});

test.each(['#8a4f16', '#ffff00', '#000000', '#ffffff', '#808080', '#0000ff', '#ff00ff', '#00ff00', '#c0392b'])(
  'buttons and links in %s can be read in the light and in the dark',
  (accent) => {
    const { theme } = brandTheme(accent);

    for (const colors of [theme.light, theme.dark]) {
      expect(contrast(colors.accent, colors.paper)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colors.onAccent, colors.accent)).toBeGreaterThanOrEqual(4.5);
    }
  },
);
