import { askBreakdowns, askMetrics, isState, namedPeriods, type Question } from '@waggle/contracts/ask';
import { locales } from '@waggle/contracts/fields';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import en from '../locales/en/ask.json';
import es from '../locales/es/ask.json';
import fr from '../locales/fr/ask.json';
import { normal } from './normal.ts';
import { complete, parse, print } from './question.ts';
import { type AskWords, type Vocabulary, vocabularyOf } from './vocabulary.ts';

const clients = [
  { id: 'maple', name: 'Maple & Rye Bakery' },
  { id: 'month', name: 'Last month' },
  { id: 'opens', name: 'Opens by client' },
  { id: 'odd', name: 'Ärger GmbH (2026)' },
];

const texts: Record<string, { words: AskWords }> = { en, es, fr };
const vocabularyIn = (locale: string, named = clients): Vocabulary =>
  vocabularyOf({ words: texts[locale]!.words, clients: named, thisMonth: '2026-11' });

const months = fc
  .tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`);

const questions: fc.Arbitrary<Question> = fc.constantFrom(...askMetrics).chain((metric) =>
  fc.record({
    metric: fc.constant(metric),
    period: isState(metric) ? fc.constant(null) : fc.oneof(fc.constantFrom(...namedPeriods), months),
    breakdown: fc.constantFrom(null, ...askBreakdowns[metric]),
    clientId: fc.constantFrom(null, ...clients.map(({ id }) => id)),
  }),
);

describe.each(locales)('in %s', (locale) => {
  const vocabulary = vocabularyIn(locale);
  const words = [vocabulary.metrics, vocabulary.periods, vocabulary.breakdowns]
    .flat()
    .flatMap(({ phrases }) => phrases.map(({ text }) => text));
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.oneof(fc.constantFrom(...words, ...clients.map(({ name }) => name)), fc.string()), { maxLength: 8 })
      .map((parts) => parts.join(' ')),
  );

  test('a question that is written can be read again', () => {
    fc.assert(
      fc.property(questions, (question) => {
        expect(parse(print(question, vocabulary), vocabulary)).toEqual({ question });
      }),
      { numRuns: 500 },
    );
  });

  test('no text breaks it, and what it cannot read it names', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parse(text, vocabulary);
        const named = 'fault' in parsed && parsed.fault.kind === 'unknown' ? parsed.fault.words : [];
        expect(normal(text)).toEqual(expect.arrayContaining(named));
      }),
      { numRuns: 500 },
    );
  });

  test('everything that is offered is a question', () => {
    const typed = fc.tuple(questions, fc.nat()).map(([question, at]) => {
      const text = print(question, vocabulary);
      return text.slice(0, at % (text.length + 1));
    });
    fc.assert(
      fc.property(fc.oneof(anyText, typed), (text) => {
        for (const offer of complete(text, vocabulary))
          expect(parse(offer, vocabulary), offer).toHaveProperty('question');
      }),
      { numRuns: 300 },
    );
  });

  test('every form of every word is read as what it stands for', () => {
    for (const { key, phrases } of vocabulary.metrics)
      for (const { text } of phrases)
        expect(parse(text, vocabulary), text).toMatchObject({ question: { metric: key } });
    const [opens] = vocabulary.metrics.find(({ key }) => key === 'opens')!.phrases;
    for (const { key, phrases } of vocabulary.periods)
      for (const { text } of phrases)
        expect(parse(`${opens!.text} ${text}`, vocabulary), text).toMatchObject({ question: { period: key } });
  });
});

const all = { breakdown: null, clientId: null };
test.each([
  ['en', 'opens last month by client', { metric: 'opens', period: 'last-month', breakdown: 'client', clientId: null }],
  ['en', 'Scans this week by code', { metric: 'scans', period: 'this-week', breakdown: 'code', clientId: null }],
  ['en', 'revenue last 90 days by source', { metric: 'revenue', period: '90d', breakdown: 'source', clientId: null }],
  [
    'en',
    'new contacts in October by status?',
    { metric: 'new-contacts', period: '2026-10', breakdown: 'status', clientId: null },
  ],
  ['en', 'how many clicks in December', { metric: 'clicks', period: '2025-12', ...all }],
  [
    'en',
    'open rate for maple & rye bakery',
    { metric: 'open-rate', period: '30d', breakdown: null, clientId: 'maple' },
  ],
  ['en', 'contacts', { metric: 'contacts', period: null, ...all }],
  [
    'es',
    'aperturas el mes pasado por cliente',
    { metric: 'opens', period: 'last-month', breakdown: 'client', clientId: null },
  ],
  [
    'es',
    'Contactos nuevos en octubre de 2025 por estado',
    { metric: 'new-contacts', period: '2025-10', breakdown: 'status', clientId: null },
  ],
  [
    'fr',
    'Taux d’ouverture ce mois-ci par campagne',
    { metric: 'open-rate', period: 'this-month', breakdown: 'campaign', clientId: null },
  ],
  [
    'fr',
    "chiffre d'affaires en août par source",
    { metric: 'revenue', period: '2026-08', breakdown: 'source', clientId: null },
  ],
])('%s: %s', (locale, text, question) => {
  expect(parse(text, vocabularyIn(locale))).toEqual({ question });
});

test('names what keeps a text from being a question', () => {
  const vocabulary = vocabularyIn('en');

  expect(parse('opens of bananas last month', vocabulary)).toEqual({ fault: { kind: 'unknown', words: ['bananas'] } });
  expect(parse('opens clicks', vocabulary)).toEqual({ fault: { kind: 'unknown', words: ['clicks'] } });
  expect(parse('', vocabulary)).toEqual({ fault: { kind: 'metric' } });
  expect(parse('contacts last week', vocabulary)).toEqual({ fault: { kind: 'period' } });
  expect(parse('opens by code', vocabulary)).toEqual({ fault: { kind: 'breakdown', metric: 'opens' } });
});

test('offers what can follow', () => {
  const vocabulary = vocabularyIn('en', clients.slice(0, 1));

  expect(complete('op', vocabulary)).toEqual(['opens', 'open rate']);
  expect(complete('opens last', vocabulary)[0]).toBe('opens last week');
  expect(complete('opens last month by', vocabulary)).toEqual([
    'opens last month by campaign',
    'opens last month by client',
    'opens last month by month',
  ]);
  expect(complete('opens last month for ma', vocabulary)).toEqual(['opens last month for Maple & Rye Bakery']);
  expect(complete('bananas opens', vocabulary)).toEqual([]);
});
