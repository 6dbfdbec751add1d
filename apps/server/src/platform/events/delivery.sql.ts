import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Happened } from './event.ts';

/** False when this subscriber has taken the event in already. */
export async function noteDelivery(ctx: Context, event: Happened, subscriber: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('outbox_deliveries')
    .values({ organization_id: ctx.organizationId, event_id: event.id, event_created_at: event.happenedAt, subscriber })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** What the function did is undone when it fails, and the transaction goes on; without a connection it cannot, and fails too. */
export async function inSavepoint(ctx: Context, fn: () => Promise<void>): Promise<void> {
  await sql`savepoint delivery`.execute(ctx.db);
  try {
    await fn();
  } catch (error) {
    await sql`rollback to savepoint delivery`.execute(ctx.db);
    throw error;
  } finally {
    await sql`release savepoint delivery`.execute(ctx.db);
  }
}
