import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import {
  addressSearch,
  beginsAddress,
  mayBeName,
  mistakesIn,
  nameSearch,
  plainWords,
  type ReadAs,
  type Search,
  type WordSearch,
  wordSearch,
} from './search.ts';

/**
 * Cut into words as the database cut the contacts' own. Several words are a name if anybody has it; else each of them
 * begins a word. `as` is what was decided before, for whoever goes on in steps: a step may have deleted the last one of
 * that name.
 */
export async function readSearch(ctx: Context, typed: string | undefined, as?: ReadAs): Promise<Search | undefined> {
  if (typed === undefined || typed === '') return undefined;
  if (beginsAddress(typed)) return addressSearch(typed);
  const words = plainWords(typed) ?? (await wordsIn(ctx, typed));
  const search = wordSearch(ctx.organizationId, typed, words);
  if (as === 'words' || !mayBeName(typed, words)) return search;
  const name = nameSearch(ctx.organizationId, words);
  return as === 'name' || (await matchesAny(ctx, name)) ? name : search;
}

async function wordsIn(ctx: Context, typed: string): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`select public.words_in(${typed}) as words`.execute(ctx.db);
  return rows[0]?.words ?? [];
}

async function matchesAny(ctx: Context, { query }: WordSearch): Promise<boolean> {
  const { rows } = await sql`select from public.contact_matches(${query}::tsquery, 1)`.execute(ctx.db);
  return rows.length > 0;
}

/** By the row of a contact. Where a word begins like the mark before names, once more by the words without those that carry it. */
export function wordTest({ query, mark }: WordSearch): RawBuilder<boolean> {
  const fits = sql<boolean>`search_words @@ ${query}::tsquery`;
  if (mark === undefined) return fits;
  return sql<boolean>`(${fits} and array_to_tsvector(array(
    select word from unnest(tsvector_to_array(search_words)) word where word <> ${mark} and not starts_with(word, ${`${mark}_`})
  )) @@ ${query}::tsquery)`;
}

/** The same search with every unknown word replaced by the most similar known one; undefined where nothing is similar. */
export async function corrected(ctx: Context, search: Search, known?: string[]): Promise<string | undefined> {
  if (search.kind !== 'words' || !search.words.some((word) => mistakesIn(word) > 0)) return undefined;
  const unknown = new Set(known ?? (await unknownAmong(ctx, search.words)));
  const words = await Promise.all(search.words.map(async (word) => (unknown.has(word) ? nearest(ctx, word) : word)));
  const complete = words.filter((word) => word !== undefined);
  return complete.length === words.length && complete.some((word, at) => word !== search.words[at])
    ? complete.join(' ')
    : undefined;
}

/**
 * Words that begin nobody's word, so that nobody is meant: for one that is unknown beside one that 20,000 have, looking for
 * both would collect the 20,000 first, which takes 10 ms. Nothing is said of numbers: half of all may begin like one.
 */
export async function unknownWords(ctx: Context, search: Search): Promise<string[]> {
  if (search.kind !== 'words' || search.words.length < 2 || search.words.some((word) => mistakesIn(word) === 0))
    return [];
  return unknownAmong(ctx, search.words);
}

/** Names first: they are a small table. */
async function unknownAmong(ctx: Context, words: string[]): Promise<string[]> {
  const { rows } = await sql<{ typed: string }>`
    select typed from unnest(${words}::text[]) typed where not exists (
      select from contact_words where organization_id = ${ctx.organizationId} and starts_with(word, typed))`.execute(
    ctx.db,
  );
  const unnamed = rows.map(({ typed }) => typed);
  const met = await Promise.all(unnamed.map((word) => matchesAny(ctx, wordSearch(ctx.organizationId, '', [word]))));
  return unnamed.filter((_, at) => !met[at]);
}

async function nearest(ctx: Context, word: string): Promise<string | undefined> {
  const mistakes = mistakesIn(word);
  if (mistakes === 0) return undefined;
  const { rows } = await sql<{ word: string | null }>`
    select public.similar_word(${word}, ${mistakes}::int) as word`.execute(ctx.db);
  return rows[0]?.word ?? undefined;
}
