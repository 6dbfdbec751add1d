import { z } from 'zod';
import { type Context, inTransaction } from '../context.ts';
import { type Handler, type Run, Unworkable, handle } from '../jobs/handlers.ts';
import { enqueue, job } from '../jobs/job.ts';
import { stableId } from '../jobs/stable-id.ts';
import { type Subscription, relayEvents } from './outbox.ts';
import { type WaitingEvent, eventToDeliver, markDelivered, noteDelivery, waitingEvents } from './queries.ts';

/** What one subscriber could not take in the first time is tried again for that subscriber alone. */
export const deliverEvent = job(
  'platform.deliver-event',
  z.object({ eventId: z.uuid(), createdAt: z.iso.datetime({ offset: true }), subscriber: z.string() }),
  { class: 'sweep', attempts: 8, backoffSeconds: 2 },
);

/** What one call works through before other organizations get their turn. */
const turn = { events: 200, milliseconds: 20_000 };

export function outboxHandlers(subscriptions: Subscription[]): Handler[] {
  const bySubscriber = new Map<string, Subscription>();
  for (const subscription of subscriptions) {
    const name = nameOf(subscription);
    if (bySubscriber.has(name)) throw new Error(`The subscription "${name}" is registered twice.`);
    bySubscriber.set(name, subscription);
  }

  return [
    handle(relayEvents, async (ctx, _, run) => {
      const started = Date.now();
      const events = await waitingEvents(ctx, turn.events);
      let relayed = 0;
      while (relayed < events.length && Date.now() - started < turn.milliseconds) {
        run.signal.throwIfAborted();
        const event = events[relayed] as WaitingEvent;
        const concerned = subscriptions.filter((subscription) => subscription.event.name === event.name);
        await relay(ctx, concerned, event, run);
        relayed += 1;
      }
      if (relayed < events.length || relayed === turn.events) await enqueue(ctx, relayEvents, {});
    }),

    handle(deliverEvent, async (ctx, { eventId, createdAt, subscriber }) => {
      const subscription = bySubscriber.get(subscriber);
      if (!subscription) throw new Unworkable(`Nobody subscribes as "${subscriber}".`);
      const event = await eventToDeliver(ctx, eventId, new Date(createdAt));
      if (!event) throw new Unworkable('The event is no longer kept.');
      await deliver(ctx, subscription, event);
    }),
  ];
}

const nameOf = ({ event, subscriber }: Subscription) => `${event.name} > ${subscriber}`;

/** Hands one event to all its subscribers; those that fail get a job of their own and hold nobody up. */
async function relay(ctx: Context, subscriptions: Subscription[], event: WaitingEvent, { log }: Run): Promise<void> {
  const failed: Subscription[] = [];
  for (const subscription of subscriptions) {
    try {
      await deliver(ctx, subscription, event);
    } catch (error) {
      log.warn(
        { err: error, event: event.id, subscriber: nameOf(subscription) },
        'a subscriber failed and will be tried again',
      );
      failed.push(subscription);
    }
  }
  await inTransaction(ctx, async (ctx) => {
    if (!(await markDelivered(ctx, event))) return;
    for (const subscription of failed) {
      const payload = { eventId: event.id, createdAt: event.created_at, subscriber: nameOf(subscription) };
      await enqueue(ctx, deliverEvent, payload, { id: stableId(event.id, payload.subscriber) });
    }
  });
}

/**
 * The note comes first: a second relay of the same event waits at it until this transaction ends, and then finds the
 * work done. That also keeps the order of events for each subscriber without any lock of ours.
 */
function deliver(ctx: Context, subscription: Subscription, event: WaitingEvent): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await noteDelivery(ctx, event, nameOf(subscription)))) return;
    const payload = subscription.event.payload.parse(event.payload);
    await subscription.act(ctx, payload, { eventId: event.id, happenedAt: new Date(event.created_at) });
  });
}
