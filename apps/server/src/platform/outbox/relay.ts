import { z } from 'zod';
import { type Context, inTransaction } from '../context.ts';
import { type Delivery, deliver, deliverOnce } from '../events/deliver.ts';
import { type Event, eventNames } from '../events/event.ts';
import { byName, nameOf, type Subscription } from '../events/subscription.ts';
import { type Handler, type Run, PermanentJobError, handle } from '../jobs/handlers.ts';
import { enqueue, job } from '../jobs/job.ts';
import { stableId } from '../jobs/stable-id.ts';
import { relayEvents } from './outbox.ts';
import { type WaitingEvent, eventToDeliver, hasUnknownEvents, markDelivered, waitingEvents } from './queries.ts';

/** What one subscriber could not take in the first time is tried again for that subscriber alone. */
export const deliverEvent = job(
  'platform.deliver-event',
  z.object({ eventId: z.uuid(), createdAt: z.iso.datetime({ offset: true }), subscriber: z.string() }),
  { class: 'sweep', attempts: 8, backoffSeconds: 2 },
);

/** What one call works through before other organizations get their turn, and what one transaction takes of it. */
const turn = { events: 2_000, milliseconds: 20_000 };
const batchSize = 500;
/** Milliseconds after which a call looks again that has met another one at the same events. */
const againMs = 1_000;
/** Events of a newer version wait for a process of that version: looked at again each minute, for a day. */
const unknown = { againMs: 60_000, hours: 24 };

/** `events` are all that this process knows, whether or not somebody subscribes. */
export function outboxHandlers(subscriptions: readonly Subscription[], events: readonly Event[]): Handler[] {
  const known = byName(subscriptions);
  const names = eventNames(events);
  const subscribers = [...Map.groupBy(subscriptions, ({ subscriber }) => subscriber).values()];

  return [
    handle(relayEvents, async (ctx, _, run) => {
      const started = performance.now();
      for (let relayed = 0; relayed < turn.events && performance.now() - started < turn.milliseconds;) {
        run.signal.throwIfAborted();
        const events = await waitingEvents(ctx, names, batchSize);
        const isOurs = events.length === 0 || (await relay(ctx, subscribers, events, run));
        // Every transaction has left a call: those that are at the same events would wait for each other at each batch.
        if (!isOurs) return enqueue(ctx, relayEvents, {}, { startAfter: new Date(Date.now() + againMs) });
        if (events.length < batchSize) return leaveToNewer(ctx, names);
        relayed += events.length;
      }
      return enqueue(ctx, relayEvents, {});
    }),

    handle(deliverEvent, async (ctx, { eventId, createdAt, subscriber }) => {
      const subscription = known.get(subscriber);
      if (!subscription) throw new PermanentJobError(`Nobody subscribes as "${subscriber}".`);
      const event = await eventToDeliver(ctx, eventId, new Date(createdAt));
      if (!event) throw new PermanentJobError('The event is no longer kept.');
      await deliverOnce(ctx, { subscription, event });
    }),
  ];
}

/** The call that came with an event of a newer version is spent here, so another one is left. */
async function leaveToNewer(ctx: Context, names: readonly string[]): Promise<void> {
  if (!(await hasUnknownEvents(ctx, names, unknown.hours))) return;
  const minute = Math.floor(Date.now() / unknown.againMs);
  const startAfter = new Date((minute + 1) * unknown.againMs);
  await enqueue(ctx, relayEvents, {}, { startAfter, id: stableId(ctx.organizationId, `unknown events ${minute}`) });
}

/**
 * One transaction marks events and hands them to all their subscribers, in order: a second relay of the same events waits at
 * their rows until it ends, and then finds them marked. What a subscriber could not take in is undone and gets a job of its
 * own, which holds nobody up. False when another relay has done all of it.
 */
const relay = (
  ctx: Context,
  subscribers: readonly Subscription[][],
  events: readonly WaitingEvent[],
  { log }: Run,
): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const marked = await markDelivered(ctx, events);
    const later = (delivery: Delivery<WaitingEvent>) => tryLater(ctx, delivery);
    for (const own of subscribers) {
      const deliveries = events
        .filter(({ id }) => marked.has(id))
        .flatMap((event) =>
          own.filter((each) => each.event.name === event.name).map((subscription) => ({ subscription, event })),
        );
      if (deliveries.length > 0) await deliver(ctx, deliveries, { later, log });
    }
    return marked.size > 0;
  });

async function tryLater(ctx: Context, { event, subscription }: Delivery<WaitingEvent>): Promise<void> {
  const subscriber = nameOf(subscription);
  const payload = { eventId: event.id, createdAt: event.happenedAt, subscriber };
  await enqueue(ctx, deliverEvent, payload, { id: stableId(event.id, subscriber) });
}
