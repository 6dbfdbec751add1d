import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { collectSentences, withoutNames } from './sentences/collect.ts';

const textsOf = (locale: string, file: string) =>
  JSON.parse(readFileSync(`apps/web/src/locales/${locale}/${file}.json`, 'utf8')) as Record<string, string>;

/** Never shown: names of columns in a file, headers, product names, answers of other servers. */
const notShown = new Set([
  'First Name',
  'Last Name',
  'Created Date',
  'Time (UTC)',
  'Acted as',
  'Waggle API',
  'The final dot was withheld.',
  // A job's own note, and the names of metrics on the command line.
  'Another worker has this import, or it was stopped.',
  '{{}} by {{}}',
  // How the sign-in library begins the message it is recognised by.
  'Secret version {{}} not found',
]);

test('D9: every sentence of the server and of the contracts is there for translators', () => {
  const inProblems = Object.values(textsOf('en', 'problems'));
  const known = new Set([...Object.keys(textsOf('en', 'sentences')), ...inProblems].map(withoutNames));

  const missing = collectSentences().filter(({ text }) => !known.has(text) && !notShown.has(text));

  expect(missing).toEqual([]);
});

test('the scan sees what it must', () => {
  const found = collectSentences().map(({ text }) => text);

  // A literal, a constant passed on, a template, a message of a contract.
  expect(found).toEqual(
    expect.arrayContaining([
      'Your role does not allow this.',
      'This person is already on the team.',
      'Your plan includes up to {{}} contacts. Upgrade to add more.',
      'Campaign name is required',
    ]),
  );
  expect(found.length).toBeGreaterThan(200);
});

test.each(['es', 'fr'])('D8: %s has words of its own for every sentence', (locale) => {
  const sentences = Object.entries(textsOf(locale, 'sentences'));

  // One word may be the same in two languages; a sentence is not.
  expect(sentences.filter(([key, text]) => key === text && /[a-z]{2,} [a-z]{2,}/.test(key))).toEqual([]);
});
