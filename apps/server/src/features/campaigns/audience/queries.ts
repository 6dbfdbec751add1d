import type { Recipients } from '@waggle/contracts/campaigns';
import { type RawBuilder, sql } from 'kysely';
import { emailHash, foundIds, hasOptedOut, segmentCondition, unmailableReason } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { isCapped } from '../cap/capped.sql.ts';

/** Whose contacts are asked: those of one client or, with null, of the organization itself. */
export type Scope = {
  clientId: string | null;
  /** The one that is being frozen. */
  campaignId?: string;
  /** Of which people opt out one by one. */
  topicId: string | null;
  /** Of an email that a person wrote to one contact. */
  ignoresCap?: boolean;
};
type Test = RawBuilder<boolean>;

/**
 * Exactly one word for each contact: 'recipient', or the first reason to leave them out. Counting and freezing use this
 * one expression. The row is called contacts, also inside a look at other contacts with the same address.
 */
export async function bucketing(ctx: Context, scope: Scope, recipients: Recipients): Promise<RawBuilder<string>> {
  const { exclude } = recipients;
  const selected = await selecting(ctx, recipients);
  const excluded = await anyOf(ctx, { ...exclude, tagMatch: 'any' });
  const capped = scope.ignoresCap ? null : await isCapped(ctx, scope.campaignId);
  const reachable = sql<boolean>`(${selected} and not ${excluded} and ${unmailableReason} is null)`;
  return sql<string>`case
    when not ${selected} then 'not-selected'
    when ${excluded} then 'excluded'
    else coalesce(${unmailableReason},
      case when ${isOutOfTopic(ctx, scope)} then 'topic-opted-out'
        when ${isForEveryClient(scope, recipients) ? await isDoubled(ctx, sql`(${reachable} and ${ofNoArchivedClient(ctx)})`) : sql`false`} then 'doubled-address'
        when ${capped ?? sql`false`} then 'capped' else 'recipient' end)
    end`;
}

const isOutOfTopic = (ctx: Context, { topicId }: Scope): Test =>
  topicId === null
    ? sql<boolean>`false`
    : hasOptedOut(ctx, sql`${topicId}::uuid`, emailHash(ctx, sql`contacts.email_folded`));

function selecting(ctx: Context, { type, ...chosen }: Recipients): Promise<Test> {
  if (type === 'all') return Promise.resolve(sql<boolean>`true`);
  const none = { tagIds: [], segmentIds: [], contactIds: [], tagMatch: 'any' as const };
  if (type === 'tags') return anyOf(ctx, { ...none, tagIds: chosen.tagIds, tagMatch: chosen.tagMatch });
  return anyOf(ctx, { ...none, segmentIds: chosen.segmentIds, contactIds: chosen.contactIds });
}

type Chosen = Pick<Recipients, 'tagIds' | 'tagMatch' | 'segmentIds' | 'contactIds'>;

async function anyOf(ctx: Context, { tagMatch, ...chosen }: Chosen): Promise<Test> {
  const tests: Test[] = [];
  // A segment named two hundred times was compiled and asked two hundred times.
  const [tagIds, segmentIds, contactIds] = [chosen.tagIds, chosen.segmentIds, chosen.contactIds].map((ids) => [
    ...new Set(ids),
  ]) as [string[], string[], string[]];
  if (tagIds.length > 0) tests.push(tagged(ctx, tagIds, tagMatch));
  if (contactIds.length > 0) tests.push(sql<boolean>`contacts.id = any(${contactIds}::uuid[])`);
  for (const id of segmentIds) tests.push(await segmentCondition(ctx, id));
  return tests.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(tests, sql` or `)})`;
}

function tagged(ctx: Context, tagIds: readonly string[], match: 'any' | 'all'): Test {
  const has = (ids: readonly string[]) => sql<boolean>`exists (
    select from contact_tags where contact_tags.organization_id = ${ctx.organizationId}::uuid
      and contact_tags.tag_id = any(${ids}::uuid[]) and contact_tags.contact_id = contacts.id)`;
  if (match === 'any') return has(tagIds);
  return sql<boolean>`(${sql.join(
    tagIds.map((id) => has([id])),
    sql` and `,
  )})`;
}

/**
 * A person who is a contact of several clients gets one mail: that of their oldest contact that would get one. Only an
 * agency can have such people. The inner row is called contacts as well, so the same words mean the other one there.
 */
async function isDoubled(ctx: Context, reachable: Test): Promise<Test> {
  const { rows } = await sql`select from clients where organization_id = ${ctx.organizationId}::uuid limit 1`.execute(
    ctx.db,
  );
  if (rows.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(select exists (
    select from (select contacts.organization_id as of, contacts.email_folded as address, contacts.id as younger) as this,
      lateral (select from contacts where contacts.organization_id = this.of and contacts.email_folded = this.address
        and contacts.id < this.younger and ${reachable} limit 1) as older))`;
}

/** Recipients saved before this could be ticked lack it: those campaigns are for the organization itself as well. */
export const isForEveryClient = ({ clientId }: Scope, { everyClient }: Recipients): boolean =>
  clientId === null && everyClient;

/** An email to one contact is found by its key: a walk past a million others, to count them as not selected, takes half a minute. */
function addressee({ type, segmentIds, contactIds }: Recipients): Test {
  const [only, second] = type === 'segments' && segmentIds.length === 0 ? contactIds : [];
  return only && !second ? sql<boolean>`contacts.id = ${only}::uuid` : sql<boolean>`true`;
}

/** `is not distinct from` keeps a planner without statistics from sorting all of them by way of the clients' index. */
function inScope(ctx: Context, scope: Scope, recipients: Recipients) {
  const own = scope.clientId === null ? sql`is not distinct from null::uuid` : sql`= ${scope.clientId}::uuid`;
  return sql`contacts.organization_id = ${ctx.organizationId}::uuid and ${addressee(recipients)}
    and ${isForEveryClient(scope, recipients) ? ofNoArchivedClient(ctx) : sql`contacts.client_id ${own}`}`;
}

/** One look at the few archived clients, whatever the number of contacts. */
const ofNoArchivedClient = (ctx: Context) => sql`(contacts.client_id is null or contacts.client_id <> all(array(
  select clients.id from clients where clients.organization_id = ${ctx.organizationId}::uuid and not clients.is_active)))`;

export type Bucket = { bucket: string; people: string };

export type CountedBucket = Bucket & { clients: string };

export async function countBuckets(ctx: Context, scope: Scope, recipients: Recipients): Promise<CountedBucket[]> {
  const bucket = await bucketing(ctx, scope, recipients);
  const { rows } = await sql<CountedBucket>`
    select bucket, sum(people) as people, count(client_id) as clients from (
      select bucket, client_id, count(*) as people from (
        select ${bucket} as bucket, contacts.client_id from contacts where ${inScope(ctx, scope, recipients)}
      ) bucketed group by bucket, client_id
    ) by_client group by bucket`.execute(ctx.db);
  return rows;
}

export type ZoneCount = { zone: string | null; people: string };

/** Those who would get it, by their time zone. */
export async function countZones(ctx: Context, scope: Scope, recipients: Recipients): Promise<ZoneCount[]> {
  const bucket = await bucketing(ctx, scope, recipients);
  const { rows } = await sql<ZoneCount>`
    select zone, count(*) as people from (
      select ${bucket} as bucket, contacts.time_zone as zone from contacts where ${inScope(ctx, scope, recipients)}
    ) bucketed where bucket = 'recipient' group by zone`.execute(ctx.db);
  return rows;
}

export type Named = { contactId: string; email: string; name: string | null };
type Asked = { group: string; search: string | undefined; after: string | null; limit: number };

/** Those of one bucket, in the order of their ids. */
export async function findBucket(
  ctx: Context,
  scope: Scope,
  recipients: Recipients,
  { group, search, after, limit }: Asked,
): Promise<Named[]> {
  const bucket = await bucketing(ctx, scope, recipients);
  const found = await foundIds(ctx, search);
  const { rows } = await sql<Named>`
    select contacts.id as "contactId", contacts.email, nullif(concat_ws(' ', contacts.first_name, contacts.last_name), '') as name
    from contacts where ${inScope(ctx, scope, recipients)} and ${after === null ? sql`true` : sql`contacts.id > ${after}::uuid`}
      and ${found === undefined ? sql`true` : sql`contacts.id = any(array(${found}))`} and (${bucket}) = ${group}
    order by contacts.id limit ${limit}`.execute(ctx.db);
  return rows;
}

type Entering = Scope & { campaignId: string; recipients: Recipients; through: string | null };
/** When each zone gets to the time that was chosen, and those without one. */
export type DueByZone = { zones: ReadonlyMap<string, Date>; others: Date };
type Freezing = Entering & { month: string; due?: DueByZone | null };

/**
 * This transaction does not wait for the disk while others wait for the campaign. After a crash of the database the stretch is gone
 * together with the place that says it is done; whatever is sent waits at its own commit, and with it everything before.
 *
 * And it walks along the primary key: where all contacts belong to the organization itself, the planner expects none of them
 * and would rather read and sort all for every stretch.
 */
export async function beginStretch(ctx: Context): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true), set_config('enable_sort', 'off', true)`.execute(
    ctx.db,
  );
}

/** One stretch of contacts in the order of their ids: recipients become rows of the ledger, the others are counted and, where they were selected, named. */
export async function freezeStretch(ctx: Context, freezing: Freezing, most: number) {
  const { campaignId, month, due } = freezing;
  const dueColumn = due ? sql`, next_attempt_at` : sql``;
  const dueValue = due ? sql`, greatest(now(), coalesce(due.at, ${due.others.toISOString()}::timestamptz))` : sql``;
  const { rows } = await sql<Bucket & { through: string }>`
    with stretch as materialized (${await nextStretch(ctx, freezing, most)}), frozen as (
      insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, client_id, receiver, address_hash${dueColumn})
      select ${ctx.organizationId}::uuid, ${month}::date, ${campaignId}::uuid, id, client_id, split_part(email_folded, '@', 2),
        ${emailHash(ctx, sql`email_folded`)}${dueValue}
      from stretch${due ? joinedDue(due) : sql``} where bucket = 'recipient' on conflict do nothing
    ), left_out as (${namingLeftOut(ctx, campaignId)})
    select bucket, count(*) as people, max(id::text) as through from stretch group by bucket`.execute(ctx.db);
  return rows;
}

/** The instants come from the program: PostgreSQL moves times that the clocks skip another way, and may not know every zone. */
const joinedDue = ({ zones }: DueByZone) => sql` left join unnest(${[...zones.keys()]}::text[],
  ${[...zones.values()].map((at) => at.toISOString())}::timestamptz[]) as due (zone, at) on due.zone = stretch.time_zone`;

async function nextStretch(ctx: Context, entering: Entering & { due?: DueByZone | null }, most: number) {
  const { recipients, through, due } = entering;
  const bucket = await bucketing(ctx, entering, recipients);
  return sql`
    select contacts.id, contacts.client_id, contacts.email_folded, ${due ? sql`contacts.time_zone, ` : sql``}${bucket} as bucket from contacts
    where ${inScope(ctx, entering, recipients)} and ${through === null ? sql`true` : sql`contacts.id > ${through}::uuid`}
    order by contacts.id limit ${most}`;
}

const namingLeftOut = (ctx: Context, campaignId: string) => sql`
  insert into campaign_left_out (organization_id, campaign_id, contact_id, client_id, reason)
  select ${ctx.organizationId}::uuid, ${campaignId}::uuid, id, client_id, bucket
  from stretch where bucket not in ('recipient', 'not-selected') on conflict do nothing`;

/** The same for a sequence, which has no ledger: recipients are answered by id. */
export async function bucketStretch(ctx: Context, entering: Entering, most: number) {
  const { rows } = await sql<Bucket & { through: string; contactIds: string[] | null }>`
    with stretch as materialized (${await nextStretch(ctx, entering, most)}), left_out as (${namingLeftOut(ctx, entering.campaignId)})
    select bucket, count(*) as people, max(id::text) as through, case bucket when 'recipient' then array_agg(id order by id) end as "contactIds"
    from stretch group by bucket`.execute(ctx.db);
  return rows;
}

export async function addExclusions(
  ctx: Context,
  { campaignId, clientId }: Pick<Scope, 'clientId'> & { campaignId: string },
  buckets: readonly Bucket[],
): Promise<void> {
  if (buckets.length === 0) return;
  await sql`
    insert into campaign_exclusions as known (organization_id, campaign_id, client_id, reason, people)
    select ${ctx.organizationId}::uuid, ${campaignId}::uuid, ${clientId}::uuid, reason, people
    from unnest(${buckets.map(({ bucket }) => bucket)}::text[], ${buckets.map(({ people }) => people)}::bigint[]) as counted (reason, people)
    on conflict (organization_id, campaign_id, reason) do update set people = known.people + excluded.people`.execute(
    ctx.db,
  );
}
