import { locales } from '@waggle/contracts/fields';
import { expect, test } from 'vitest';
import { englishUiText } from '#ui/ui-text.tsx';

type Texts = { [key: string]: string | Texts };

const files = import.meta.glob<Texts>('../locales/*/*.json', { eager: true, import: 'default' });
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
const textsOf = (locale: string, namespace: string) => flatten(files[`../locales/${locale}/${namespace}.json`] ?? {});
const namespaces = Object.keys(files).flatMap((path) => /\/en\/([\w-]+)\.json$/.exec(path)?.[1] ?? []);
const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}|<\/?\w+>/g)].map(String).sort();

test.each(namespaces)('%s says the same things in every language', (namespace) => {
  const english = textsOf('en', namespace)
    .map(([key]) => key)
    .sort();

  for (const locale of locales) {
    expect(
      textsOf(locale, namespace)
        .map(([key]) => key)
        .sort(),
      locale,
    ).toEqual(english);
  }
});

test.each(namespaces)('%s has no empty text, and no placeholder is lost in translation', (namespace) => {
  const english = new Map(textsOf('en', namespace));

  for (const [key, text] of locales.flatMap((locale) => textsOf(locale, namespace))) {
    expect(text.trim(), key).not.toBe('');
    // English wraps the raw account type in an element that the other languages do not need.
    if (!key.startsWith('accountOf')) expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''));
  }
});

test('every word of the parts has a text', () => {
  const known = textsOf('en', 'ui').map(([key]) => key.replace(/_(one|many|other)$| > .*/, ''));

  expect(known).toEqual(expect.arrayContaining(Object.keys(englishUiText).filter((key) => key !== 'number')));
});

test('the English words of the parts are the ones the translators see', () => {
  const words = Object.entries(englishUiText).filter(([, word]) => typeof word === 'string');

  expect(textsOf('en', 'ui')).toEqual(expect.arrayContaining(words));
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
