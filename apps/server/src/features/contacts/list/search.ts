/** What somebody typed into the search field, and how it is looked for. */
export type ReadAs = 'name' | 'words';
export type WordSearch = {
  kind: 'words';
  as: ReadAs;
  words: string[];
  query: string;
  /** What stands before names in the index, where a word begins like it. */
  mark?: string;
};
export type Search = WordSearch | { kind: 'address'; prefix: string };

/** An @ after the first sign: the beginning of an address, as it stands in the index. */
export const beginsAddress = (typed: string): boolean => typed.indexOf('@') > 0;

export const addressSearch = (typed: string): Search => ({ kind: 'address', prefix: typed.toLowerCase() });

/**
 * The words of a text of plain ASCII, as `words_in()` of the database cuts them; undefined for any other text, whose
 * accents only the database folds. Most searches are plain, and need one round trip less.
 */
export const plainWords = (typed: string): string[] | undefined =>
  !/\P{ASCII}/u.test(typed)
    ? typed
        .toLowerCase()
        .split(/[ .@\-_+'()]/)
        .filter((word) => word !== '')
    : undefined;

/**
 * Every word typed begins a word of the contact's. Without any word nobody is meant: a bulk action must not mean everybody. Names stand in the index
 * behind the end of the organization's id: a word that begins like it would find all of them, one letter in one organization of sixteen.
 */
export function wordSearch(organizationId: string, typed: string, words: string[]): WordSearch {
  const numbers = numbersIn(typed);
  const beginnings = numbers.map(beginning);
  const query = numbers.length > 0 ? [asTyped(words), ...beginnings].join(' | ') : words.map(beginning).join(' & ');
  const mark = markOf(organizationId);
  const isMark = [...words, ...numbers].some((word) => mark.startsWith(word));
  return { kind: 'words', as: 'words', words, query, ...(isMark && { mark }) };
}

const markOf = (organizationId: string): string => organizationId.slice(-8);

/** The words as one, as names and addresses stand in the index beside their words, after the end of the organization's id. */
export const nameSearch = (organizationId: string, words: string[]): WordSearch => ({
  kind: 'words',
  as: 'name',
  words,
  query: beginning([markOf(organizationId), ...words].join('_')),
});

export const mayBeName = (typed: string, words: string[]): boolean => words.length > 1 && !isNumber(typed);

/** Quoted for the parser of tsquery; words have no quotes any more, but may have backslashes. */
const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const beginning = (word: string): string => `${quoted(word)}:*`;

/** Groups of a number before the last are complete: half of all numbers begin like them, and collecting those takes 0.3 s. */
const asTyped = (groups: string[]): string =>
  `(${groups.map((group, at) => (at < groups.length - 1 ? quoted(group) : beginning(group))).join(' & ')})`;

/** Fewest digits that are a number and not a part of one. */
const shortestNumber = 5;

const isNumber = (typed: string): boolean => /^[\d\s()+.-]+$/.test(typed);

/** A telephone number as machines dial it, with and without the zeros that some dial before it. */
function numbersIn(typed: string): string[] {
  if (!isNumber(typed)) return [];
  const digits = typed.replaceAll(/\D/g, '');
  return [...new Set([digits, digits.replace(/^0+/, '')])].filter(({ length }) => length >= shortestNumber);
}

/** Letters that may be wrong in a word: none in numbers and in short words, where everything is near to everything. */
export const mistakesIn = (word: string): number =>
  word.length < 4 || !/\p{L}/u.test(word) ? 0 : word.length < 6 ? 1 : 2;
