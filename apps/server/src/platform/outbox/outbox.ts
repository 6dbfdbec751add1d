import { z } from 'zod';
import { type Context, inTransaction } from '../context.ts';
import type { Db } from '../database/database.ts';
import { enqueue, job } from '../jobs/job.ts';

/** News in the past tense, for later features: `contact.subscribed`. */
export type Event<Payload = unknown> = { name: string; payload: z.ZodType<Payload> };

const defined = new Map<string, Event>();

export function defineEvent<Payload>(name: string, payload: z.ZodType<Payload>): Event<Payload> {
  if (!/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/.test(name))
    throw new Error(`The event "${name}" needs a name like "contact.subscribed".`);
  if (defined.has(name)) throw new Error(`The event "${name}" is defined twice.`);
  const event = { name, payload };
  defined.set(name, event);
  return event;
}

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
export const emit = <Payload>(ctx: Tenant, event: Event<Payload>, payload: Payload): Promise<void> =>
  emitMany(ctx, event, [payload]);

/** Many events of one kind in one statement. */
export async function emitMany<Payload>(ctx: Tenant, event: Event<Payload>, payloads: Payload[]): Promise<void> {
  if (payloads.length === 0) return;
  await inTransaction(ctx, async ({ db, organizationId }) => {
    const rows = payloads.map((payload) => ({
      organization_id: organizationId,
      name: event.name,
      payload: JSON.stringify(event.payload.parse(payload)),
    }));
    await db.insertInto('outbox_events').values(rows).execute();
    if (called.has(db)) return;

    await enqueue({ db, organizationId }, relayEvents, {});
    called.add(db);
  });
}

export type Subscription = {
  event: Event;
  subscriber: string;
  act: (ctx: Context, payload: unknown, news: News) => Promise<unknown>;
};

export type News = { eventId: string; happenedAt: Date };

/**
 * The deed runs in a transaction of its own, together with the note that it was done: once for each event, whatever
 * crashes. Slow or outward work belongs in a job that the deed enqueues.
 */
export const subscribe = <Payload>(
  event: Event<Payload>,
  subscriber: string,
  act: (ctx: Context, payload: Payload, news: News) => Promise<unknown>,
): Subscription => ({ event, subscriber, act }) as unknown as Subscription;
