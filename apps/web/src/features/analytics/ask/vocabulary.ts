import { type AskBreakdown, askMetrics, type AskMetric, breakdowns, namedPeriods } from '@waggle/contracts/ask';
import type ask from '../locales/en/ask.json';
import { normal } from './normal.ts';

/** The words of a language, each line with its other forms after a bar; the first is the one that is written. */
export type AskWords = (typeof ask)['words'];

export type Phrase = { text: string; words: readonly string[] };
type Named<Key> = { key: Key; phrases: readonly Phrase[] };

export type Vocabulary = {
  metrics: readonly Named<AskMetric>[];
  periods: readonly Named<(typeof namedPeriods)[number]>[];
  breakdowns: readonly Named<AskBreakdown>[];
  months: readonly (readonly Phrase[])[];
  by: readonly Phrase[];
  in: readonly Phrase[];
  for: readonly Phrase[];
  /** Words between the others that say nothing. */
  filler: ReadonlySet<string>;
  clients: readonly (Phrase & { id: string })[];
  /** The month that runs, as 2026-11: October is the last one that has begun. */
  thisMonth: string;
};

const phrase = (text: string): Phrase => ({ text, words: normal(text) });
const phrases = (line: string): Phrase[] => line.split('|').map(phrase);
const named = <Key extends string>(keys: readonly Key[], lines: Record<Key, string>): Named<Key>[] =>
  keys.map((key) => ({ key, phrases: phrases(lines[key]) }));

type Given = { words: AskWords; clients: readonly { id: string; name: string }[]; thisMonth: string };

export const vocabularyOf = ({ words, clients, thisMonth }: Given): Vocabulary => ({
  metrics: named(askMetrics, words.metrics),
  periods: named(namedPeriods, words.periods),
  breakdowns: named(breakdowns, words.breakdowns),
  months: words.months.split(',').map(phrases),
  by: phrases(words.by),
  in: phrases(words.in),
  for: phrases(words.for),
  filler: new Set(words.filler.split('|').flatMap(normal)),
  // A name of signs alone cannot be typed as words.
  clients: clients.map(({ id, name }) => ({ id, ...phrase(name) })).filter((one) => one.words.length > 0),
  thisMonth,
});
