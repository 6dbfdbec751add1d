import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { Problem } from './problem.ts';

/** The place of the last row seen: its sort value and its id, which breaks ties. PostgreSQL takes no NUL in a text. */
const Cursor = z.tuple([
  z
    .string()
    .max(600)
    .regex(/^[^\0]*$/),
  z.uuid(),
]);
/** A time as PostgreSQL prints it, with a microsecond and a zone; anything else would fail in the database. */
const printedTime = /^([1-9]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?)([+-](?:0\d|1[0-4]))(:[0-5]\d)?$/;
const RealTime = z.iso.datetime({ offset: true });

export type Keyset = {
  /** The sorted expression as the index has it, and its type: lower(name), text. */
  by: RawBuilder<unknown>;
  type: 'text' | 'timestamptz' | 'bigint' | 'float8';
  id: RawBuilder<unknown>;
  descending: boolean;
};

/** `where` of the next page: rows behind the cursor in an index on (organization, by, id), so page N costs what page 1 costs. */
export function after(cursor: string | undefined, { by, type, id, descending }: Keyset): RawBuilder<boolean> {
  if (cursor === undefined) return sql<boolean>`true`;
  const [value, lastId] = decode(cursor);
  if (!isPrinted[type](value)) throw wrongCursor();
  return beyond({ by, id, descending }, { by: sql`${value}::${sql.raw(type)}`, id: sql`${lastId}::uuid` });
}

/** `where` of the rows that come later in the order than the given place. */
export const beyond = ({ by, id, descending }: Omit<Keyset, 'type'>, place: Pick<Keyset, 'by' | 'id'>) =>
  descending
    ? sql<boolean>`(${by}, ${id}) < (${place.by}, ${place.id})`
    : sql<boolean>`(${by}, ${id}) > (${place.by}, ${place.id})`;

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

/** What a row is sorted by where no database sorts it, all upwards: a figure that is to fall is given as its negative. */
export type Place = readonly (string | number)[];

const names = new Intl.Collator('en');
const compareParts = (one: string | number, other: string | number): number =>
  typeof one === 'number' ? one - Number(other) : names.compare(one, String(other));
const comparePlaces = (one: Place, other: Place): number => {
  for (const [at, part] of one.entries()) {
    const difference = compareParts(part, other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** A page of rows that are all known already, in the order of their places and then of their ids; `descending` turns all of it around. */
export function pageOfKnown<Row extends { id: string }>(
  rows: readonly Row[],
  { cursor, limit }: Question,
  placeOf: (row: Row) => Place,
  descending = false,
) {
  const sign = descending ? -1 : 1;
  const placed = rows
    .map((row) => ({ row, place: [...placeOf(row), row.id] }))
    .sort((one, other) => sign * comparePlaces(one.place, other.place));
  const last = cursor === undefined ? undefined : placeIn(cursor, placed[0]?.place);
  const rest = last ? placed.filter(({ place }) => sign * comparePlaces(place, last) > 0) : placed;
  const items = rest.slice(0, limit).map(({ row }) => row);
  const end = items.at(-1);
  const more = rest.length > limit && end !== undefined;
  return { items, nextCursor: more ? encode([JSON.stringify(placeOf(end)), end.id]) : null };
}

const Parts = z.array(z.union([z.string(), z.number()])).max(10);

/** The place a cursor names; one of another order has other parts. */
function placeIn(cursor: string, alike: Place | undefined): Place {
  const [value, id] = decode(cursor);
  const place = [...partsIn(value), id];
  const isAlike =
    !alike || (alike.length === place.length && alike.every((part, at) => typeof part === typeof place[at]));
  if (!isAlike) throw wrongCursor();
  return place;
}

function partsIn(value: string): Place {
  try {
    return Parts.parse(JSON.parse(value));
  } catch {
    throw wrongCursor();
  }
}

type Question = { cursor?: string | undefined; limit: number };

/** A page of what matches, with the columns of `rows`, and how many match in all. */
export async function pageWithTotal<Tables, From extends keyof Tables, Row>(
  matching: SelectQueryBuilder<Tables, From, object>,
  rows: SelectQueryBuilder<Tables, From, Row>,
  { cursor, limit }: Question,
  keyset: Keyset,
) {
  const [found, count] = await Promise.all([
    rows
      .select(sql<string>`${keyset.by}::text`.as('cursor_value'))
      .select(sql<string>`${keyset.id}::text`.as('cursor_id'))
      .where(after(cursor, keyset))
      .orderBy(inOrder(keyset))
      .limit(limit + 1)
      .execute(),
    matching.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const known = found as (Row & { cursor_value: string; cursor_id: string })[];
  return { ...page(known, limit, ({ cursor_id }) => cursor_id), total: Number((count as { total: string }).total) };
}

/** What most lists are sorted by. */
export function byNameOrAge(sort: 'name' | '-name' | 'createdAt' | '-createdAt'): Keyset {
  const order = { id: sql`id`, descending: sort.startsWith('-') };
  return sort.endsWith('name')
    ? { by: sql`lower(name)`, type: 'text', ...order }
    : { by: sql`created_at`, type: 'timestamptz', ...order };
}

const encode = (cursor: z.infer<typeof Cursor>): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function decode(cursor: string): z.infer<typeof Cursor> {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw wrongCursor();
  }
}

/** Whether PostgreSQL could have printed it; anything else would fail there. */
const isPrinted: Record<Keyset['type'], (value: string) => boolean> = {
  text: () => true,
  timestamptz: isTime,
  bigint: (value) => /^-?\d{1,18}$/.test(value),
  float8: (value) => /^-?(?:Infinity|\d{1,20}(?:\.\d{1,20})?(?:e[+-]\d{1,3})?)$/.test(value) && isStored(value),
};

/** PostgreSQL refuses what is larger than any float or smaller than the smallest. */
const isStored = (value: string): boolean =>
  value.endsWith('Infinity') ||
  (Number.isFinite(Number(value)) && (Number(value) !== 0 || /^-?[0.]+(?:e|$)/.test(value)));

function isTime(value: string): boolean {
  const [, day, time, hours, minutes = ':00'] = printedTime.exec(value) ?? [];
  return RealTime.safeParse(`${day}T${time}${hours}${minutes}`).success;
}

function wrongCursor(): Problem {
  const message = "This page link isn't valid.";
  return new Problem('invalid_input', message, { fields: { cursor: message } });
}

/** For `ilike`: what a person types is text, not a pattern. */
export const containing = (typed: string): string => `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
