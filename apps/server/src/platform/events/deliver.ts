import { type Context, inTransaction } from '../context.ts';
import { PermanentJobError, type Run } from '../jobs/handlers.ts';
import { inSavepoint, noteDelivery } from './delivery.sql.ts';
import type { Happened } from './event.ts';
import { nameOf, type Received, type Subscription } from './subscription.ts';

export type Delivery<Of extends Happened = Happened> = { subscription: Subscription; event: Of };

type Way<Of extends Happened> = {
  /** Leaves what one subscriber could not take in to a job of its own. */
  later(delivery: Delivery<Of>): Promise<unknown>;
  log: Run['log'];
};

/**
 * Hands events to one subscriber, in order. What it cannot take in is undone by itself, found by halving, and left to a job that
 * holds nobody up. What does not fit its schema goes there at once.
 */
export async function deliver<Of extends Happened>(
  ctx: Context,
  deliveries: readonly Delivery<Of>[],
  way: Way<Of>,
): Promise<void> {
  const fitting: Fitting<Of>[] = [];
  for (const delivery of deliveries) {
    const received = receivedBy(delivery);
    if ('misfit' in received) await leave(delivery, received.misfit, way);
    else fitting.push({ ...delivery, received });
  }
  if (fitting.length > 0) await actOrHalve(ctx, fitting, way);
}

type Fitting<Of extends Happened> = Delivery<Of> & { received: Received };

async function actOrHalve<Of extends Happened>(
  ctx: Context,
  deliveries: readonly Fitting<Of>[],
  way: Way<Of>,
): Promise<void> {
  try {
    await inSavepoint(ctx, () => act(ctx, deliveries));
  } catch (error) {
    if (deliveries.length === 1) return leave(deliveries[0]!, error, way);
    const half = Math.ceil(deliveries.length / 2);
    await actOrHalve(ctx, deliveries.slice(0, half), way);
    await actOrHalve(ctx, deliveries.slice(half), way);
  }
}

async function leave<Of extends Happened>(delivery: Delivery<Of>, err: unknown, way: Way<Of>): Promise<void> {
  const { event, subscription } = delivery;
  way.log.warn(
    { err, event: event.id, subscriber: nameOf(subscription) },
    'a subscriber failed and will be tried again',
  );
  await way.later(delivery);
}

/** A job may run twice: the note comes first, and whoever finds it has nothing to do. */
export const deliverOnce = (ctx: Context, delivery: Delivery): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { subscription, event } = delivery;
    const received = receivedBy(delivery);
    if ('misfit' in received) throw new PermanentJobError(`It does not fit its schema: ${received.misfit.message}`);
    if (await noteDelivery(ctx, event, nameOf(subscription))) await subscription.handler(ctx, [received]);
  });

function receivedBy({ subscription, event }: Delivery): Received | { misfit: Error } {
  const { success, data, error } = subscription.event.payload.safeParse(event.payload);
  return success
    ? { eventId: event.id, happenedAt: new Date(event.happenedAt), payload: data }
    : { misfit: new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')) };
}

/** Events of one kind that follow each other, so that a subscriber to several kinds hears them in their order. */
async function act(ctx: Context, deliveries: readonly Fitting<Happened>[]): Promise<void> {
  let stretch: Received[] = [];
  for (const [at, { subscription, received }] of deliveries.entries()) {
    stretch.push(received);
    if (deliveries[at + 1]?.subscription === subscription && stretch.length < subscription.batch) continue;
    await subscription.handler(ctx, stretch);
    stretch = [];
  }
}
