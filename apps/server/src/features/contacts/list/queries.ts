import type { ContactFilter } from '@waggle/contracts/contacts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { after, inOrder } from '#platform/keyset.ts';
import { activeClient } from '../active-client.ts';
import { columns, type ContactRow, own } from '../queries.ts';
import { compileRules, rulesOf } from '../segments/queries.ts';
import type { ReadAs, Search } from './search.ts';
import { readSearch } from './words/queries.ts';

export type ContactsQuestion = ContactFilter & {
  cursor?: string | undefined;
  limit: number;
  sort: '-createdAt' | 'createdAt' | 'email' | '-email' | 'name' | '-name';
};
type Place = Pick<ContactsQuestion, 'cursor' | 'limit' | 'sort'>;
type Found = ContactRow & { cursor_value: string };

const sorted = {
  createdAt: { by: sql`created_at`, type: 'timestamptz' },
  email: { by: sql`email_folded`, type: 'text' },
  name: { by: sql`name_folded`, type: 'text' },
} as const;

const keysetOf = (sort: Place['sort']) => ({
  ...sorted[sort.replace('-', '') as keyof typeof sorted],
  id: sql`id`,
  descending: sort.startsWith('-'),
});

/** A filter taken apart: what every row is tested by, and the index that finds the rows at once, where there is one. */
export type Aim = { search: Search | undefined; tests: RawBuilder<boolean>[]; finder: RawBuilder<unknown> | undefined };

/** A filter whose search was read before. */
export type SettledFilter = ContactFilter & { searchAs?: ReadAs | undefined };

export async function aimAt(ctx: Context, filter: SettledFilter): Promise<Aim> {
  const { tagId, status, source, segmentId, rules } = filter;
  const search = await readSearch(ctx, filter.search, filter.searchAs);
  const trees = [...(segmentId === undefined ? [] : [await rulesOf(ctx, segmentId)]), ...(rules ? [rules] : [])];
  const tests = await Promise.all(trees.map((tree) => compileRules(ctx, tree)));
  if (status !== undefined) tests.push(sql<boolean>`status = ${status}`);
  if (source !== undefined) tests.push(sql<boolean>`source = ${source}`);
  if (tagId !== undefined) tests.push(sql<boolean>`id in (${tagged(ctx, tagId)})`);
  if (search) tests.push(testOf(search));
  return { search, tests, finder: search ? finderOf(ctx, search) : undefined };
}

const tagged = (ctx: Context, tagId: string) =>
  sql`select contact_id from contact_tags where organization_id = ${ctx.organizationId} and tag_id = ${tagId}`;

/** Addresses are ASCII, and DEL comes after all of it. */
const inRange = (prefix: string) => sql<boolean>`email_folded >= ${prefix} and email_folded < ${`${prefix}\u007f`}`;

const testOf = (search: Search) =>
  search.kind === 'address' ? inRange(search.prefix) : sql<boolean>`search_words @@ ${search.query}::tsquery`;

const finderOf = (ctx: Context, search: Search) =>
  search.kind === 'address'
    ? sql`select id from contacts where organization_id = ${ctx.organizationId} and ${inRange(search.prefix)}`
    : sql`select public.contact_matches(${search.query}::tsquery, null)`;

const all = (tests: RawBuilder<boolean>[]) =>
  tests.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(tests, sql` and `)}`;

/** Everybody who fits the filter, for bulk changes and exports. Typing errors are not corrected: see `settle`. */
export async function matching(ctx: Context, filter: SettledFilter) {
  const { tests, finder } = await aimAt(ctx, filter);
  return own(ctx)
    .where(all(tests))
    .$if(finder !== undefined, (query) => query.where(sql<boolean>`id in (${finder})`));
}

export async function countMatching(ctx: Context, filter: SettledFilter): Promise<number> {
  const found = await matching(ctx, filter);
  const row = await found.select(({ fn }) => fn.countAll<string>().as('contacts')).executeTakeFirstOrThrow();
  return Number(row.contacts);
}

/** One page in the order of an index, each row tested as it comes by. */
export async function walk(ctx: Context, { tests }: Aim, place: Place): Promise<Found[]> {
  const keyset = keysetOf(place.sort);
  return own(ctx)
    .select(columns)
    .select(sql<string>`${keyset.by}::text`.as('cursor_value'))
    .where(all(tests))
    .where(after(place.cursor, keyset))
    .orderBy(inOrder(keyset))
    .limit(place.limit + 1)
    .execute();
}

/** One page of those with a tag. Their links stand in the order of the list, so that page N of any tag costs what page 1 does. */
export async function walkTagged(ctx: Context, tagId: string, place: Place): Promise<Found[]> {
  const keyset = { ...keysetOf(place.sort), by: sql`contact_created_at`, id: sql`contact_id` };
  const { rows } = await sql<Found>`
    select contact_created_at::text as cursor_value, ${sql.join(columns.map((column) => sql.ref(`contact.${column}`)))}
    from (
      select contact_id, contact_created_at from contact_tags
      where organization_id = ${ctx.organizationId} and tag_id = ${tagId} and ${after(place.cursor, keyset)}
      order by ${inOrder(keyset)} limit ${place.limit + 1}
    ) link
    join contacts contact on contact.organization_id = ${ctx.organizationId} and contact.id = contact_id
    order by ${inOrder(keyset)}`.execute(ctx.db);
  return rows;
}

/**
 * The same among the next `window` rows only. They are cut off before anything is tested, so that no estimate of how
 * many will fit can talk the planner into another order than that of the index.
 */
export async function walkWindow(ctx: Context, { tests }: Aim, place: Place, window: number): Promise<Found[]> {
  const keyset = keysetOf(place.sort);
  const next = own(ctx)
    .selectAll()
    .where(after(place.cursor, keyset))
    .orderBy(inOrder(keyset))
    .limit(window)
    .as('contacts');
  return ctx.db
    .selectFrom(next)
    .select(columns)
    .select(sql<string>`${keyset.by}::text`.as('cursor_value'))
    .where(all(tests))
    .orderBy(inOrder(keyset))
    .limit(place.limit + 1)
    .execute();
}

/** Everybody who fits is found first and then sorted: for the few among many. Counts them on the way. */
export async function gather(ctx: Context, { tests, finder }: Aim, place: Place) {
  const keyset = keysetOf(place.sort);
  const clientId = activeClient(ctx);
  const value = { ...keyset, by: sql`value` };
  const { rows } = await sql<Found & { total: string }>`
    with found as materialized (${finder ?? sql`select null::uuid`}),
    fitting as materialized (
      select id, ${keyset.by} as value from contacts
      where organization_id = ${ctx.organizationId} ${clientId === null ? sql`` : sql`and client_id = ${clientId}`}
        and ${all(tests)} ${finder ? sql`and id in (select * from found)` : sql``}
    ),
    page as (select * from fitting where ${after(place.cursor, value)} order by ${inOrder(value)} limit ${place.limit + 1})
    select counted.total, page.value::text as cursor_value, ${sql.join(columns.map((column) => sql.ref(`contact.${column}`)))}
    from (select count(*) as total from fitting) counted
    left join page on true
    left join contacts contact on contact.organization_id = ${ctx.organizationId} and contact.id = page.id
    order by page.value ${keyset.descending ? sql`desc` : sql``}, page.id ${keyset.descending ? sql`desc` : sql``}`.execute(
    ctx.db,
  );
  return { rows: rows.filter(({ cursor_value }) => cursor_value !== null), total: Number(rows[0]?.total ?? 0) };
}

/** Contacts of the kinds asked for, and all of them, from the kept counts. */
export async function tally(ctx: Context, { status, source }: Pick<ContactFilter, 'status' | 'source'>) {
  const clientId = activeClient(ctx);
  const kind = all([
    ...(status === undefined ? [] : [sql<boolean>`status = ${status}`]),
    ...(source === undefined ? [] : [sql<boolean>`source = ${source}`]),
  ]);
  const { rows } = await sql<{ everybody: string; fitting: string }>`
    select coalesce(sum(contacts), 0) as everybody, coalesce(sum(contacts) filter (where ${kind}), 0) as fitting
    from contact_tallies
    where organization_id = ${ctx.organizationId} ${clientId === null ? sql`` : sql`and client_id = ${clientId}`}`.execute(
    ctx.db,
  );
  return { everybody: Number(rows[0]?.everybody), fitting: Number(rows[0]?.fitting) };
}

export async function tallyByStatus(ctx: Context): Promise<{ status: string; contacts: number }[]> {
  const clientId = activeClient(ctx);
  const rows = await ctx.db
    .selectFrom('contact_tallies')
    .select(['status', ({ fn }) => fn.sum<string>('contacts').as('contacts')])
    .where('organization_id', '=', ctx.organizationId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId))
    .groupBy('status')
    .execute();
  return rows.map(({ status, contacts }) => ({ status, contacts: Number(contacts) }));
}
