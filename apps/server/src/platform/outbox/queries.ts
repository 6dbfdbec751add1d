import { sql } from 'kysely';
import type { Context } from '../context.ts';

export type WaitingEvent = {
  id: string;
  /** As text: it is part of the key, and a Date would lose its microseconds. */
  created_at: string;
  name: string;
  payload: unknown;
};

const ownEvents = (ctx: Context) =>
  ctx.db.selectFrom('outbox_events').where('organization_id', '=', ctx.organizationId);

const eventColumns = ['id', 'name', 'payload', sql<string>`to_json(created_at) #>> '{}'`.as('created_at')] as const;

/** In the order of their ids, which is the order they were written in. */
export const waitingEvents = (ctx: Context, limit: number): Promise<WaitingEvent[]> =>
  ownEvents(ctx).select(eventColumns).where('delivered_at', 'is', null).orderBy('id').limit(limit).execute();

export const eventToDeliver = (ctx: Context, id: string, createdAt: Date): Promise<WaitingEvent | undefined> =>
  ownEvents(ctx)
    .select(eventColumns)
    .where('id', '=', id)
    // The month's partition is found by the time; a second either way covers what a Date has cut off.
    .where('created_at', '>=', new Date(createdAt.getTime() - 1_000))
    .where('created_at', '<=', new Date(createdAt.getTime() + 1_000))
    .executeTakeFirst();

/** False when another relay was faster. */
export async function markDelivered(ctx: Context, event: WaitingEvent): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('outbox_events')
    .set({ delivered_at: sql`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', event.id)
    .where('created_at', '=', event.created_at as unknown as Date)
    .where('delivered_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** False when this subscriber has taken the event in already. */
export async function noteDelivery(ctx: Context, event: WaitingEvent, subscriber: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('outbox_deliveries')
    .values({ organization_id: ctx.organizationId, event_id: event.id, event_created_at: event.created_at, subscriber })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
