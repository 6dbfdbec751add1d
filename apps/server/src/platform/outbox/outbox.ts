import { z } from 'zod';
import { type Context, inTransaction } from '../context.ts';
import type { Db } from '../database/database.ts';
import type { OutboxEvent } from '../events/event.ts';
import { enqueue, job } from '../jobs/job.ts';
import { insertEvents } from './queries.ts';

/** The wake-up call; the rows of outbox_events are the truth. */
export const relayEvents = job('platform.relay-events', z.object({}), { class: 'sweep', attempts: 10 });

/** Transactions that have called the relay already; a second event of theirs needs no second call. */
const called = new WeakSet<Db>();

type Tenant = Pick<Context, 'db' | 'organizationId'>;

/**
 * Writes the news with the change that made it true: a rollback takes both back. Every transaction leaves its own
 * wake-up call instead of one shared by the organization, because a unique row would make its transactions queue up
 * behind each other.
 */
export const emit = <Payload>(ctx: Tenant, event: OutboxEvent<Payload>, payload: Payload): Promise<void> =>
  emitMany(ctx, event, [payload]);

/** Many events of one kind in one statement. What does not fit its schema is refused: its author made a mistake. */
export async function emitMany<Payload>(ctx: Tenant, event: OutboxEvent<Payload>, payloads: Payload[]): Promise<void> {
  if (payloads.length === 0) return;
  await inTransaction(ctx, async ({ db, organizationId }) => {
    const texts = payloads.map((payload) => JSON.stringify(event.payload.parse(payload)));
    await insertEvents({ db, organizationId }, event.name, texts);
    if (called.has(db)) return;

    await enqueue({ db, organizationId }, relayEvents, {});
    called.add(db);
  });
}
