import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../database/database.ts';
import { prepared } from '../database/scoped-query.ts';
import type { InboxEvent } from './event.ts';

/** An organization with waiting events, and the oldest of them. */
export type Waiting = { organizationId: string; receivedOn: string; happenedAt: number };

/**
 * Whose events wait, oldest first. It hops from organization to organization along the index of waiting events, so that a
 * long queue of one costs no more than a short one.
 */
export async function findWaiting(sweep: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    with recursive waiting as (
      (
        select organization_id, received_on, happened_at from inbox_events
        where drained_at is null order by organization_id, id limit 1
      )
      union all
      select next.* from waiting cross join lateral (
        select organization_id, received_on, happened_at from inbox_events
        where drained_at is null and organization_id > waiting.organization_id
        order by organization_id, id limit 1
      ) next
    )
    select organization_id as "organizationId", received_on::text as "receivedOn",
      (extract(epoch from happened_at) * 1000)::float8 as "happenedAt"
    from waiting order by happened_at`.execute(sweep);
  return rows;
}

/** In the words of the index. */
const isOptOut = sql`kind in ('unsubscribe', 'resubscribe', 'pause', 'topics')`;

/** Whose opt-outs wait. Few at any time, however long the queue of the rest is. */
export async function findOptOuts(sweep: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select organization_id as "organizationId", min(received_on)::text as "receivedOn",
      (extract(epoch from min(happened_at)) * 1000)::float8 as "happenedAt"
    from inbox_events where drained_at is null and ${isOptOut} group by organization_id`.execute(sweep);
  return rows;
}

/** Every organization the inbox has heard of and still keeps events of. */
export async function findOrganizationsWithEvents(sweep: Db): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    with recursive told as (
      (select organization_id from inbox_events order by organization_id limit 1)
      union all
      select next.organization_id from told cross join lateral (
        select organization_id from inbox_events where organization_id > told.organization_id
        order by organization_id limit 1
      ) next
    )
    select organization_id from told`.execute(sweep);
  return rows.map(({ organization_id }) => organization_id);
}

const lockOf = (organizationId: string) => sql`hashtextextended(${`inbox:${organizationId}`}, 0)`;

/**
 * False while somebody else changes the engagement of this organization, `deleted` when there is nobody any more whom it
 * could concern. Held until the transaction ends.
 */
export async function tryLockInbox(ctx: Context): Promise<boolean | 'deleted'> {
  // A commit the disk has not seen yet may be lost in a crash, but whole: the events then wait again. So nobody waits
  // for the disk. And every statement of a drain goes by keys: a part that was empty when the statement was planned
  // must not be read whole an hour later.
  const { rows } = await sql<{ held: boolean; exists: boolean }>`
    select exists (select from organizations where id = ${ctx.organizationId}::uuid and deleting_since is null) as "exists",
      pg_try_advisory_xact_lock(${lockOf(ctx.organizationId)}) as held,
      set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true) ${prepared}`.execute(
    ctx.db,
  );
  const { held, exists } = rows[0]!;
  return held && !exists ? 'deleted' : held;
}

/** Waits for the drain to pause. What is read afterwards must be a statement of its own: a snapshot before the lock is too old. */
export const lockInbox = async (ctx: Context): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${lockOf(ctx.organizationId)})`.execute(ctx.db);
};

type Question = {
  /** Others are left to a newer process, which understands them. */
  kinds: readonly string[];
  receivedOn: string;
  limit: number;
  ids: readonly string[] | null;
  /** Passed over. */
  skip?: readonly string[];
  optOuts?: boolean;
};

/**
 * Waiting events in the order of their ids. The day keeps the database from opening a month of parts; one more before it,
 * because ids and days may disagree by a moment around midnight. What an edge whose clock is ahead has dated tomorrow or
 * next year holds now.
 */
export async function takeWaiting(ctx: Context, question: Question): Promise<InboxEvent[]> {
  const { kinds, receivedOn, limit, ids, skip = [], optOuts = false } = question;
  const { rows } = await sql<InboxEvent>`
    select id, organization_id as "organizationId", client_id as "clientId", kind, subject_id as "subjectId",
      (extract(epoch from happened_at) * 1000)::float8 as "happenedAt", payload as signals
    from inbox_events
    where organization_id = ${ctx.organizationId} and drained_at is null and kind = any(${kinds}::text[])
      and received_on >= ${receivedOn}::date - 1
      ${ids === null ? sql`` : sql`and id = any(${ids}::uuid[])`}
      ${skip.length === 0 ? sql`` : sql`and id <> all(${skip}::uuid[])`} ${optOuts ? sql`and ${isOptOut}` : sql``}
    order by id limit ${limit} ${prepared}`.execute(ctx.db);
  return rows;
}

/** Those of the events that an edge has told with the same id on the day before. */
export async function toldBefore(ctx: Context, events: readonly InboxEvent[]): Promise<ReadonlySet<InboxEvent>> {
  if (events.length === 0) return new Set();
  const { rows } = await sql<{ id: string; day: string }>`
    select id, received_on::text as day from inbox_events
    where organization_id = ${ctx.organizationId} and id = any(${events.map(({ id }) => id)}::uuid[])`.execute(ctx.db);
  const told = new Set(rows.map(({ id, day }) => `${id} ${day}`));
  return new Set(events.filter(({ id, happenedAt }) => told.has(`${id} ${dayOf(happenedAt - 86_400_000)}`)));
}

/** With a reason: set aside without effect. */
export async function markDrained(ctx: Context, events: readonly InboxEvent[], failure: string | null = null) {
  if (events.length === 0) return;
  const times = events.map(({ happenedAt }) => happenedAt);
  await sql`
    update inbox_events set drained_at = now(), failure = ${failure}
    where organization_id = ${ctx.organizationId} and drained_at is null
      and id = any(${events.map(({ id }) => id)}::uuid[])
      and received_on between ${dayOf(Math.min(...times))}::date and ${dayOf(Math.max(...times))}::date ${prepared}`.execute(
    ctx.db,
  );
}

export async function forgetParts(
  ctx: Context,
  events: readonly InboxEvent[],
  parts: readonly string[],
): Promise<void> {
  const times = events.map(({ happenedAt }) => happenedAt);
  await sql`
    update inbox_events set payload = payload - ${parts}::text[]
    where organization_id = ${ctx.organizationId} and id = any(${events.map(({ id }) => id)}::uuid[])
      and received_on between ${dayOf(Math.min(...times))}::date and ${dayOf(Math.max(...times))}::date ${prepared}`.execute(
    ctx.db,
  );
}

/** Without effect and without a trace: they are about people of an organization that is deleted. */
export async function deleteEvents(ctx: Context, events: readonly InboxEvent[]): Promise<void> {
  const times = events.map(({ happenedAt }) => happenedAt);
  await sql`
    delete from inbox_events where organization_id = ${ctx.organizationId} and id = any(${events.map(({ id }) => id)}::uuid[])
      and received_on between ${dayOf(Math.min(...times))}::date and ${dayOf(Math.max(...times))}::date ${prepared}`.execute(
    ctx.db,
  );
}

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
