import type { Owner } from '@waggle/contracts/clients';
import type { ContactFilter } from '@waggle/contracts/contacts';
import { type RawBuilder, sql } from 'kysely';
import { ownedBy, ownerNamed } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { indexOnlyPlan } from '#platform/database/scoped-query.ts';
import { after, beyond, inOrder } from '#platform/keyset.ts';
import { columns, type ContactRow, own } from '../queries.ts';
import { compileRules, rulesOf } from '../segments/queries.ts';
import { keysetOf, type Order } from './order.sql.ts';
import type { ReadAs, Search } from './search.ts';
import { readSearch, wordTest } from './words.sql.ts';

export type Owned = { owner?: Owner | undefined };
export type ContactsQuestion = ContactFilter &
  Owned & {
    cursor?: string | undefined;
    limit: number;
  } & Order;
type Place = Pick<ContactsQuestion, 'cursor' | 'limit' | 'sort' | 'field'>;
export type Found = ContactRow & { cursor_value: string; tag_ids: string };

/** A filter taken apart: what every row is tested by, and the index that finds the rows at once, where there is one. */
export type Aim = {
  search: Search | undefined;
  tests: RawBuilder<boolean>[];
  finder: RawBuilder<unknown> | undefined;
  /** Every test looks at the contact's own row and nowhere else. */
  isPlain: boolean;
};

/** A filter whose search was read before. */
export type SettledFilter = ContactFilter & Owned & { searchAs?: ReadAs | undefined };

export async function aimAt(ctx: Context, filter: SettledFilter): Promise<Aim> {
  const { tagId, status, source, segmentId, rules, owner } = filter;
  const search = await readSearch(ctx, filter.search, filter.searchAs);
  const trees = [...(segmentId === undefined ? [] : [await rulesOf(ctx, segmentId)]), ...(rules ? [rules] : [])];
  const tests = await Promise.all(trees.map((tree) => compileRules(ctx, tree)));
  if (owner !== undefined) tests.push(ownedBy(await ownerNamed(ctx, owner)));
  if (status !== undefined) tests.push(sql<boolean>`status = ${status}`);
  if (source !== undefined) tests.push(sql<boolean>`source = ${source}`);
  if (tagId !== undefined) tests.push(sql<boolean>`id in (${tagged(ctx, tagId)})`);
  if (search) tests.push(testOf(search));
  const isPlain = tagId === undefined && trees.length === 0;
  return { search, tests, finder: finderOf(search), isPlain };
}

const tagged = (ctx: Context, tagId: string) =>
  sql`select contact_id from contact_tags where organization_id = ${ctx.organizationId} and tag_id = ${tagId}`;

/** Addresses are ASCII, and DEL comes after all of it. */
const inRange = (prefix: string) => sql<boolean>`email_folded >= ${prefix} and email_folded < ${`${prefix}\u007f`}`;

const testOf = (search: Search) => (search.kind === 'address' ? inRange(search.prefix) : wordTest(search));

/** Addresses need none: the test of theirs reaches its index by itself. */
const finderOf = (search: Search | undefined) =>
  search?.kind === 'words' ? sql`select public.contact_matches(${search.query}::tsquery, null) as id` : undefined;

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

const clientOf = (ctx: Context): RawBuilder<boolean> => {
  const clientId = activeClient(ctx);
  return clientId === null ? sql<boolean>`true` : sql<boolean>`client_id = ${clientId}`;
};

/** What a page shows of `contact`. The tags' names are few and come by themselves; their ids as one text, which costs less than a list. */
const shown = (ctx: Context) => sql`${sql.raw(columns.map((column) => `contact.${column}`).join(', '))}, array(
  select tag_id from contact_tags had where had.organization_id = ${ctx.organizationId}
    and contact_id >= contact.id and contact_id <= contact.id order by contact_id)::text as tag_ids`;

/**
 * The end of a look-up by id, from both sides and in order, so that no other index than that of the key can serve it. To
 * a planner who expects an organization to have a dozen contacts any index of theirs looks as good; for a million, one
 * of those reads all of them for each row.
 */
const withId = (id: string) => sql`id >= ${sql.ref(id)} and id <= ${sql.ref(id)} order by id limit 1`;

const contactWithId = (ctx: Context, id: string) => sql`lateral (
  select ${sql.raw(columns.join(', '))} from contacts where organization_id = ${ctx.organizationId} and ${withId(id)}) contact`;

/** Rows of one client stand in two indexes by time and in none by name: which is better depends on how many they are. */
const hasOneIndex = (ctx: Context): boolean => activeClient(ctx) === null;

/** One page in the order of an index, each row tested as it comes by, and how many there are by the kept counts. */
export async function walk(ctx: Context, { tests }: Aim, { kinds, ...place }: Place & { kinds: Kinds }) {
  const keyset = keysetOf(place);
  const { rows } = await sql<Found & { total: string }>`
    select ${shown(ctx)}, ${keyset.by}::text as cursor_value, (select ${talliedOf(kinds)} ${tallies(ctx)}) as total
    from contacts contact
    where organization_id = ${ctx.organizationId} and ${clientOf(ctx)} and ${all(tests)} and ${after(place.cursor, keyset)}
    order by ${inOrder(keyset)} limit ${place.limit + 1}
    ${tests.length === 0 && hasOneIndex(ctx) ? indexOnlyPlan : sql``}`.execute(ctx.db);
  return rows;
}

/**
 * One page of those with a tag, and how many have it; null where the tag is out of sight. Their links stand in the order
 * of the list, so that page N of any tag costs what page 1 does.
 */
export async function walkTagged(ctx: Context, tagId: string, place: Place) {
  const keyset = { ...keysetOf(place), by: sql`contact_created_at`, id: sql`contact_id` };
  const { rows } = await sql<Found & { total: string | null }>`
    select ${shown(ctx)}, contact_created_at::text as cursor_value, (
        select coalesce(known.contacts, 0) from tags
        left join tag_counts known on known.organization_id = ${ctx.organizationId} and known.tag_id = tags.id
        where tags.organization_id = ${ctx.organizationId} and tags.id = ${tagId}
      ) as total
    from (
      select contact_id, contact_created_at from contact_tags
      where organization_id = ${ctx.organizationId} and tag_id = ${tagId} and ${after(place.cursor, keyset)}
      order by ${inOrder(keyset)} limit ${place.limit + 1}
    ) link, ${contactWithId(ctx, 'contact_id')}
    order by ${inOrder(keyset)}
    ${indexOnlyPlan}`.execute(ctx.db);
  return rows;
}

/** How many rows in order are looked at; and if at least `promise` of them fit, how many more. */
export type Window = { rows: number; more?: { promise: number; rows: number } };

/**
 * The same among the next rows only. They are cut off before anything is tested, so that no estimate of how many will
 * fit can talk the planner into another order than that of the index.
 */
export async function walkWindow(
  ctx: Context,
  { tests, isPlain }: Aim,
  place: Place,
  window: Window,
): Promise<Found[]> {
  const keyset = keysetOf(place);
  const value = { ...keyset, by: sql`value` };
  const edge = { by: sql`(select value from edge)`, id: sql`(select id from edge)` };
  const next = (from: RawBuilder<boolean>, rows: number) => sql`
    select id, ${keyset.by} as value, ${all(tests)} as fits from contacts
    where organization_id = ${ctx.organizationId} and ${clientOf(ctx)} and ${from}
    order by ${inOrder(keyset)} limit ${rows}`;
  const { promise = 0, rows = 0 } = window.more ?? {};
  const far = sql`
    edge as materialized (select value, id from near order by ${inOrder({ ...value, descending: !value.descending })} limit 1),
    far as materialized (
      select id, value from (${next(beyond(keyset, edge), rows)}) rest
      where fits and (select count(*) from near where fits) between ${promise}::int and ${place.limit}::int
      order by ${inOrder(value)} limit ${place.limit + 1}
    ),`;
  const { rows: found } = await sql<Found>`
    with near as materialized (${next(after(place.cursor, keyset), window.rows)}), ${window.more ? far : sql``}
    page as materialized (
      select id, value from (
        select id, value from near where fits ${window.more ? sql`union all select id, value from far` : sql``}
      ) fitting order by ${inOrder(value)} limit ${place.limit + 1}
    )
    select ${shown(ctx)}, value::text as cursor_value from page, ${contactWithId(ctx, 'page.id')}
    order by value ${direction(keyset)}, page.id ${direction(keyset)}
    ${isPlain && hasOneIndex(ctx) ? indexOnlyPlan : sql``}`.execute(ctx.db);
  return found;
}

const direction = ({ descending }: { descending: boolean }) => (descending ? sql`desc` : sql``);

/**
 * Everybody who fits is found first and then sorted: for the few among many. Counts them on the way, up to `most` where
 * that is given.
 */
export async function gather(ctx: Context, { search, tests, finder, isPlain }: Aim, place: Place, most?: number) {
  const keyset = keysetOf(place);
  const value = { ...keyset, by: sql`value` };
  const fitting = sql`
    select id, ${keyset.by} as value from contacts
    where organization_id = ${ctx.organizationId} and ${clientOf(ctx)} and ${all(tests)}`;
  const upTo = most === undefined ? sql`` : sql`limit ${most}::int`;
  const each = sql`select fits.* from found, lateral (${fitting} and ${withId('found.id')}) fits`;
  const inOrderOfAddress = search?.kind === 'address' ? sql`order by email_folded, id` : sql``;
  const { rows } = await sql<Found & { total: string }>`
    with found as materialized (${finder ?? sql`select null::uuid as id`}),
    fitting as materialized (${finder && isPlain ? each : finder ? sql`${fitting} and id in (select id from found)` : sql`${fitting} ${inOrderOfAddress}`} ${upTo}),
    page as (select * from fitting where ${after(place.cursor, value)} order by ${inOrder(value)} limit ${place.limit + 1})
    select counted.total, page.value::text as cursor_value, ${shown(ctx)}
    from (select count(*) as total from fitting) counted
    left join page on true
    left join ${contactWithId(ctx, 'page.id')} on true
    order by page.value ${direction(keyset)}, page.id ${direction(keyset)}
    ${isPlain && search ? indexOnlyPlan : sql``}`.execute(ctx.db);
  return { rows: rows.filter(({ cursor_value }) => cursor_value !== null), total: Number(rows[0]?.total ?? 0) };
}

type Kinds = Pick<ContactFilter, 'status' | 'source'>;

const tallies = (ctx: Context) =>
  sql`from contact_tallies where organization_id = ${ctx.organizationId} and ${clientOf(ctx)}`;

const talliedOf = ({ status, source }: Kinds) => {
  const kind = all([
    ...(status === undefined ? [] : [sql<boolean>`status = ${status}`]),
    ...(source === undefined ? [] : [sql<boolean>`source = ${source}`]),
  ]);
  return sql`coalesce(sum(contacts) filter (where ${kind}), 0)`;
};

/** Contacts of the kinds asked for, and all of them, from the kept counts. */
export async function tally(ctx: Context, kinds: Kinds) {
  const { rows } = await sql<{ everybody: string; fitting: string }>`
    select ${talliedOf({})} as everybody, ${talliedOf(kinds)} as fitting ${tallies(ctx)} ${indexOnlyPlan}`.execute(
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

/** Contacts that came in the span and are still there, by the status they have now. */
export async function countCreatedByStatus(ctx: Context, span: { from: number; to: number }) {
  const clientId = activeClient(ctx);
  const rows = await ctx.db
    .selectFrom('contacts')
    .select(['status', ({ fn }) => fn.countAll<string>().as('contacts')])
    .where('organization_id', '=', ctx.organizationId)
    .where('created_at', '>=', new Date(span.from))
    .where('created_at', '<', new Date(span.to))
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId))
    .groupBy('status')
    .execute();
  return rows.map(({ status, contacts }) => ({ status, contacts: Number(contacts) }));
}

/** Contacts of each client by status; those of none are left out. */
export async function tallyByClientAndStatus(
  ctx: Context,
): Promise<{ clientId: string; status: string; contacts: number }[]> {
  const rows = await ctx.db
    .selectFrom('contact_tallies')
    .select(['client_id', 'status', ({ fn }) => fn.sum<string>('contacts').as('contacts')])
    .where('organization_id', '=', ctx.organizationId)
    .where('client_id', 'is not', null)
    .groupBy(['client_id', 'status'])
    .execute();
  return rows.map(({ client_id, status, contacts }) => ({ clientId: client_id!, status, contacts: Number(contacts) }));
}

/** Contacts of each client; those of none are left out. */
export async function tallyByClient(ctx: Context): Promise<Map<string, number>> {
  const rows = await ctx.db
    .selectFrom('contact_tallies')
    .select(['client_id', ({ fn }) => fn.sum<string>('contacts').as('contacts')])
    .where('organization_id', '=', ctx.organizationId)
    .where('client_id', 'is not', null)
    .groupBy('client_id')
    .execute();
  return new Map(rows.map(({ client_id, contacts }) => [client_id!, Number(contacts)]));
}
