import type { Question } from '@waggle/contracts/ask';
import { normal } from './normal.ts';
import type { Phrase, Vocabulary } from './vocabulary.ts';

export type Parts = Partial<Question>;
type Read = { parts: Parts; words: number };

/** What a text says, word by word from the left, the longest phrase first. What is said twice or not known is left over. */
export function readWords(text: string, vocabulary: Vocabulary): { parts: Parts; left: string[]; tail: string[] } {
  const words = normal(text);
  const parts: Parts = {};
  const left: string[] = [];
  let tail: string[] = [];
  for (let at = 0; at < words.length;) {
    const read = readAt(words, at, vocabulary);
    const isNew = read && Object.keys(read.parts).every((key) => parts[key as keyof Parts] === undefined);
    if (isNew) Object.assign(parts, read.parts);
    const taken = words.slice(at, at + (isNew ? read.words : 1));
    const isSaid = isNew || (vocabulary.filler.has(taken[0]!) && at + 1 < words.length);
    // What is not known at the end is what somebody is still typing.
    tail = isSaid && isNew ? [] : [...tail, ...taken];
    if (!isSaid) left.push(...taken);
    at += taken.length;
  }
  return { parts, left, tail };
}

function readAt(words: readonly string[], at: number, vocabulary: Vocabulary): Read | undefined {
  const found = [
    ...vocabulary.metrics.flatMap(({ key, phrases }) => match(words, at, phrases, { metric: key })),
    ...vocabulary.periods.flatMap(({ key, phrases }) => match(words, at, phrases, { period: key })),
    ...afterWord(words, at, vocabulary.by, (next) =>
      vocabulary.breakdowns.flatMap(({ key, phrases }) => match(words, next, phrases, { breakdown: key })),
    ),
    ...afterWord(words, at, vocabulary.for, (next) =>
      vocabulary.clients.flatMap(({ id, ...name }) => match(words, next, [name], { clientId: id })),
    ),
    ...monthAt(words, at, vocabulary),
    ...afterWord(words, at, vocabulary.in, (next) => monthAt(words, next, vocabulary)),
  ];
  return found.toSorted((one, other) => other.words - one.words)[0];
}

const isAt = (words: readonly string[], at: number, phrase: Phrase): boolean =>
  phrase.words.length > 0 && phrase.words.every((word, place) => words[at + place] === word);

const match = (words: readonly string[], at: number, phrases: readonly Phrase[], parts: Parts): Read[] =>
  phrases.filter((one) => isAt(words, at, one)).map((one) => ({ parts, words: one.words.length }));

function afterWord(words: readonly string[], at: number, before: readonly Phrase[], read: (next: number) => Read[]) {
  return before
    .filter((one) => isAt(words, at, one))
    .flatMap((one) =>
      read(at + one.words.length).map((found) => ({ ...found, words: found.words + one.words.length })),
    );
}

/** October, or October 2025; French and Spanish have 'de' between. */
function monthAt(words: readonly string[], at: number, { months, thisMonth }: Vocabulary): Read[] {
  return months.flatMap((names, place) =>
    names
      .filter((one) => isAt(words, at, one))
      .flatMap(({ words: { length } }) => {
        const month = String(place + 1).padStart(2, '0');
        const between = words[at + length] === 'de' ? 1 : 0;
        const year = words[at + length + between] ?? '';
        if (/^20\d\d$/.test(year)) return [{ parts: { period: `${year}-${month}` }, words: length + between + 1 }];
        const [yearNow = '', monthNow = ''] = thisMonth.split('-');
        return [{ parts: { period: `${Number(yearNow) - (month > monthNow ? 1 : 0)}-${month}` }, words: length }];
      }),
  );
}
