import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { holdReasonOf, holdReasons, holdSentences } from '../packages/contracts/src/campaign-holds.ts';
import { collectSentences, withoutNames } from './sentences/collect.ts';

/** The shared file, and what features add to it. */
const textsOf = (locale: string, file: string): Record<string, string> =>
  Object.assign(
    {},
    ...globSync(`apps/web/src/{locales,features/*/locales}/${locale}/${file}.json`).map(
      (path) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>,
    ),
  );

/** Never shown: names of columns in a file, headers, product names, answers of other servers. */
const notShown = new Set([
  'First Name',
  'Last Name',
  'Created Date',
  'Time Zone',
  'Time (UTC)',
  'Acted as',
  'Waggle API',
  'The final dot was withheld.',
  // A job's own note, and the names of metrics on the command line.
  'Another worker has this import, or it was stopped.',
  '{{}} by {{}}',
  // Everybody reads the same words for a server that is not reached.
  'DNS did not answer.',
  // A cell of a file, as the specification writes it.
  'Contact Created',
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
      "Your role doesn't allow this.",
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

test('F41: every reason that holds a campaign is said in three languages', () => {
  const unsaid = holdReasons.flatMap((reason) =>
    ['en', 'es', 'fr']
      .filter((locale) => !textsOf(locale, 'sentences')[holdSentences[reason]])
      .map((locale) => `${reason} ${locale}`),
  );

  expect(unsaid).toEqual([]);
  // What an older version stored has words too.
  expect(holdReasonOf('a reason nobody knows')).toBe('other');
});
