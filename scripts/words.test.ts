import { expect, test } from 'vitest';
import { breaches, english, french, spanish } from './words/banned.ts';
import { allowedEnglish, sameInBoth } from './words/exceptions.ts';
import { type Locale, readTexts, screenTexts } from './words/texts.ts';

const others = ['es', 'fr'] as const;
const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}|<\/?\w+>/g)].map(String).sort();
/** Only the words, so that a name in a placeholder is no word of a language. */
const lettersOf = (text: string) => text.replaceAll(/\{\{\w+\}\}|<\/?\w+>/g, '');

test('English says nothing the voice of the product does not', () => {
  expect(breaches(readTexts('en'), english, new Set(allowedEnglish.map(({ text }) => text)))).toEqual([]);
});

test('every exception is still needed', () => {
  const texts = new Set(readTexts('en').map(({ text }) => text));

  const unneeded = allowedEnglish.filter(
    ({ text }) => !texts.has(text) || breaches([{ at: '', text }], english, new Set()).length === 0,
  );

  expect(unneeded).toEqual([]);
});

test.each([
  ['es', spanish],
  ['fr', french],
] as const)('%s speaks to the reader in one way, with one word for one thing', (locale, rules) => {
  expect(breaches(readTexts(locale), rules, new Set())).toEqual([]);
});

test.each(others)('%s has no English left', (locale) => {
  const own = screenTexts(locale);

  const same = [...screenTexts('en')].filter(
    ([at, text]) => own.get(at) === text && /\p{L}{3}/u.test(lettersOf(text)) && !sameInBoth[locale].has(text),
  );

  expect(same).toEqual([]);
});

test.each(others)('%s keeps every placeholder and has every plural form', (locale) => {
  const own = screenTexts(locale);

  const lost = [...screenTexts('en')].flatMap(([at, text]) => {
    const translated = own.get(at);
    // English wraps the raw account type in an element that the other languages do not need.
    if (translated === undefined || / accountOf\./.test(at)) return [];
    return String(placeholders(translated)) === String(placeholders(text)) ? [] : [`${at}: ${translated}`];
  });

  expect(lost).toEqual([]);
  expect(missingPlurals(locale, own)).toEqual([]);
});

function missingPlurals(locale: Locale, texts: ReadonlyMap<string, string>): string[] {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return [...texts.keys()]
    .filter((at) => at.endsWith('_other'))
    .flatMap((at) => forms.map((form) => at.replace(/other$/, form)))
    .filter((at) => !texts.has(at));
}

test('the scan sees screens, recipients’ pages, emails and sentences of the server', () => {
  const texts = readTexts('en').map(({ text }) => text);

  expect(texts).toEqual(
    expect.arrayContaining([
      'Save as segment',
      'Link not found',
      'Email preferences',
      'Reset your {{}} password',
      '{{}} test email',
      'This person is already on the team.',
    ]),
  );
});

test('a planted breach is found, with what to say instead', () => {
  const planted = (text: string) => breaches([{ at: 'planted', text }], english, new Set());

  expect(planted('Nobody can write to this mail')).toEqual([
    'planted: "Nobody can write to this mail" should say no one',
    'planted: "Nobody can write to this mail" should say email',
    'planted: "Nobody can write to this mail" should say email someone, contact someone',
  ]);
  expect(planted('Choose a colour, then take it back')).toHaveLength(2);
  expect(planted('You cannot do that!')).toHaveLength(2);
  expect(planted("You can't do that. Please try again.")).toEqual([]);
  expect(breaches([{ at: '', text: 'Revisa tu correo' }], spanish, new Set())).toHaveLength(1);
  expect(breaches([{ at: '', text: 'Importation terminée' }], french, new Set())).toHaveLength(1);
});
