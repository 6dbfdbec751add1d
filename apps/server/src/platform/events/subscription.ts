import type { Context } from '../context.ts';
import type { Event } from './event.ts';

/** An event as a subscriber receives it. */
export type Received<Payload = unknown> = { eventId: string; happenedAt: Date; payload: Payload };

export type Subscription = {
  event: Event;
  subscriber: string;
  batch: number;
  handler: (ctx: Context, received: readonly Received[]) => Promise<unknown>;
};

/** Events one call of a handler gets at most, unless it says otherwise. */
const defaultBatch = 500;

type Asked<Payload> = {
  event: Event<Payload>;
  /** Who wants to know. It stands in cursors and jobs, so it never changes. */
  subscriber: string;
  handler: (ctx: Context, received: readonly Received<Payload>[]) => Promise<unknown>;
  batch?: number;
};

/**
 * The handler gets events of one organization, in order, and runs in one transaction with the note that it did: once for each event,
 * whatever crashes. A batch that fails is given again in halves, so it must have no effect outside of its transaction; slow or
 * outward work belongs in a job that it enqueues. A new subscriber hears what happens from then on.
 */
export const subscribe = <Payload>({ batch = defaultBatch, ...asked }: Asked<Payload>): Subscription =>
  ({ ...asked, batch }) as unknown as Subscription;

/** What stands in jobs and in `outbox_deliveries`. */
export const nameOf = ({ event, subscriber }: Subscription): string => `${event.name} > ${subscriber}`;

export function byName(subscriptions: readonly Subscription[]): Map<string, Subscription> {
  const found = new Map<string, Subscription>();
  for (const subscription of subscriptions) {
    const name = nameOf(subscription);
    if (found.has(name)) throw new Error(`The subscription "${name}" is registered twice.`);
    found.set(name, subscription);
  }
  return found;
}
