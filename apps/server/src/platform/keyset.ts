import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { Problem } from './problem.ts';

/** The place of the last row seen: its sort value and its id, which breaks ties. */
const Cursor = z.tuple([z.string().max(300), z.uuid()]);

type Keyset = {
  /** The sorted expression as the index has it, and its type: lower(name), text. */
  by: RawBuilder<unknown>;
  type: 'text' | 'timestamptz';
  id: RawBuilder<unknown>;
  descending: boolean;
};

/** `where` of the next page: rows behind the cursor in an index on (organization, by, id), so page N costs what page 1 costs. */
export function after(cursor: string | undefined, { by, type, id, descending }: Keyset): RawBuilder<boolean> {
  if (cursor === undefined) return sql<boolean>`true`;
  const [value, lastId] = decode(cursor);
  const typed = type === 'text' ? sql`${value}::text` : sql`${value}::timestamptz`;
  return descending
    ? sql<boolean>`(${by}, ${id}) < (${typed}, ${lastId}::uuid)`
    : sql<boolean>`(${by}, ${id}) > (${typed}, ${lastId}::uuid)`;
}

export function inOrder({ by, id, descending }: Keyset): RawBuilder<unknown> {
  return descending ? sql`${by} desc, ${id} desc` : sql`${by}, ${id}`;
}

/** Asks for one row more than the page, and turns that row into the cursor of the next page. */
export function page<Row extends { cursor_value: string }>(
  rows: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, nextCursor: more ? encode([last.cursor_value, idOf(last)]) : null };
}

const encode = (cursor: z.infer<typeof Cursor>): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function decode(cursor: string): z.infer<typeof Cursor> {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new Problem('invalid_input', 'This page link is not valid.', {
      fields: { cursor: 'This page link is not valid.' },
    });
  }
}

/** For `ilike`: what a person types is text, not a pattern. */
export const containing = (typed: string): string => `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
