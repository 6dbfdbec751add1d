import { locales } from '@waggle/contracts/fields';
import loaders from 'virtual:texts';
import { expect, test } from 'vitest';
import { englishUiText } from '#ui/ui-text.tsx';

type Texts = { [key: string]: string | Texts };

const files = import.meta.glob<Texts>(['../locales/*/*.json', '../features/*/locales/*/*.json'], {
  eager: true,
  import: 'default',
});
const sources = import.meta.glob<string>(
  ['../app/**/*.tsx', '../features/**/*.tsx', '../lib/**/*.tsx', '!../features/dev/**', '!../**/*.test.tsx'],
  {
    eager: true,
    query: '?raw',
    import: 'default',
  },
);

const flatten = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key} > `),
  );
/** Of one file, such as `../locales/en/app.json`, in another language. */
const textsOf = (locale: string, english: string) => flatten(files[english.replace('/en/', `/${locale}/`)] ?? {});
const englishFiles = Object.keys(files).filter((path) => path.includes('/locales/en/'));
const words = '../locales/en/ui.json';
const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}|<\/?\w+>/g)].map(String).sort();

test.each(englishFiles)('%s says the same things in every language', (file) => {
  const english = textsOf('en', file)
    .map(([key]) => key)
    .sort();

  for (const locale of locales) {
    expect(
      textsOf(locale, file)
        .map(([key]) => key)
        .sort(),
      locale,
    ).toEqual(english);
  }
});

test.each(englishFiles)('%s has no empty text, and no placeholder is lost in translation', (file) => {
  const english = new Map(textsOf('en', file));

  for (const [key, text] of locales.flatMap((locale) => textsOf(locale, file))) {
    expect(text.trim(), key).not.toBe('');
    // English wraps the raw account type in an element that the other languages do not need.
    if (!key.startsWith('accountOf')) expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''));
  }
});

test.each(Object.entries(loaders))('%s holds what every folder says', async (key, load) => {
  const parts = Object.entries(files).filter(([path]) => path.endsWith(`/locales/${key}.json`));

  const { default: whole } = await load();

  const own = parts.flatMap(([, texts]) => flatten(texts));
  expect(new Map(flatten(whole as Texts))).toEqual(new Map(own));
  expect(new Set(own.map(([text]) => text)).size).toBe(own.length);
});

test('every word of the parts has a text', () => {
  const known = textsOf('en', words).map(([key]) => key.replace(/_(one|many|other)$| > .*/, ''));

  // Numbers are written by the language, not by translators.
  const isText = (key: string) => key !== 'number' && key !== 'growth';
  expect(known).toEqual(expect.arrayContaining(Object.keys(englishUiText).filter(isText)));
});

test('the English words of the parts are the ones the translators see', () => {
  const inCode = Object.entries(englishUiText).filter(([, word]) => typeof word === 'string');

  expect(textsOf('en', words)).toEqual(expect.arrayContaining(inCode));
});

test.each(Object.entries(sources))('%s shows no text of its own', (_path, source) => {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/=>|[<>]=|\bextends\b/g, '');
  const betweenTags = [...code.matchAll(/>(?!\s*,)([^<>{}()=;]*[A-Za-z]{2,}[^<>{}()=;]*)</g)].map(([, text]) =>
    text?.trim(),
  );
  const inAttributes = [
    ...code.matchAll(/\b(?:label|title|placeholder|alt|aria-label|description|hint)="([^"]*[A-Za-z]{2,}[^"]*)"/g),
  ].map(([, text]) => text);

  expect([...betweenTags, ...inAttributes]).toEqual([]);
});
