import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Happened } from '../events/event.ts';

export type WaitingEvent = Happened & { name: string };

const ownEvents = (ctx: Context) =>
  ctx.db.selectFrom('outbox_events').where('organization_id', '=', ctx.organizationId);

const eventColumns = ['id', 'name', 'payload', sql<string>`to_json(created_at) #>> '{}'`.as('happenedAt')] as const;

/** In the order of their ids, which is the order they were written in. Events nobody here knows are left to a newer process. */
export const waitingEvents = (ctx: Context, names: readonly string[], limit: number): Promise<WaitingEvent[]> =>
  ownEvents(ctx)
    .select(eventColumns)
    .where('delivered_at', 'is', null)
    .where('name', '=', sql<string>`any(${names})`)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Whether events wait that nobody here knows, and are new enough for a process to come that does. */
export const hasUnknownEvents = async (ctx: Context, names: readonly string[], hours: number): Promise<boolean> =>
  (await ownEvents(ctx)
    .select('id')
    .where('delivered_at', 'is', null)
    .where('name', '<>', sql<string>`all(${names})`)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const eventToDeliver = (ctx: Context, id: string, createdAt: Date): Promise<WaitingEvent | undefined> =>
  ownEvents(ctx)
    .select(eventColumns)
    .where('id', '=', id)
    // The month's partition is found by the time; a second either way covers what a Date has cut off.
    .where('created_at', '>=', new Date(createdAt.getTime() - 1_000))
    .where('created_at', '<=', new Date(createdAt.getTime() + 1_000))
    .executeTakeFirst();

/** The ids of those no other relay has marked before; one that is about to is waited for. */
export async function markDelivered(ctx: Context, events: readonly WaitingEvent[]): Promise<ReadonlySet<string>> {
  const { ids, times, first, last } = keysOf(events);
  const { rows } = await sql<{ id: string }>`
    update outbox_events set delivered_at = now()
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) given (id, created_at)
    where outbox_events.organization_id = ${ctx.organizationId} and outbox_events.id = given.id
      and outbox_events.created_at = given.created_at and outbox_events.delivered_at is null
      and outbox_events.created_at between ${first}::timestamptz and ${last}::timestamptz
    returning outbox_events.id`.execute(ctx.db);
  return new Set(rows.map(({ id }) => id));
}

/** Between the first and the last time there is mostly one partition: the planner leaves the others alone. */
function keysOf(events: readonly WaitingEvent[]) {
  const times = events.map(({ happenedAt }) => happenedAt);
  const sorted = times.toSorted();
  return { ids: events.map(({ id }) => id), times, first: sorted[0]!, last: sorted.at(-1)! };
}

/** Written in one statement whatever their number: a list of values would be compiled and planned anew for each. */
export async function insertEvents(
  { db, organizationId }: Pick<Context, 'db' | 'organizationId'>,
  name: string,
  payloads: readonly string[],
): Promise<void> {
  await sql`
    insert into outbox_events (organization_id, name, payload)
    select ${organizationId}::uuid, ${name}, payload::jsonb
    from unnest(${payloads}::text[]) with ordinality given (payload, place) order by place`.execute(db);
}
