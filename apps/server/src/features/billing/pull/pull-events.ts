import type Stripe from 'stripe';
import type { Database } from '#platform/database/database.ts';
import type { Billing } from '../parts.ts';
import { StripeEvent, takeEvent } from '../webhook/take-event.ts';
import { keepReadUntil, readUntil } from './queries.ts';

/** Milliseconds read again each time: an event appears in the list a little after it happened. */
const overlap = 3_600_000;
/** Stripe keeps a list of the last 30 days; longer ago every account is looked at by itself. */
const longest = 29 * 86_400_000;

/** Everything that can change what an organization has. */
const types = [
  'customer.deleted',
  'customer.updated',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.resumed',
  'customer.subscription.updated',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.voided',
] as const;

/** Reads what Stripe has reported and nobody heard, because we were down or the address was wrong. */
export async function pullEvents({ stripe, log }: Billing, database: Database, now: Date): Promise<void> {
  if (!stripe) return;
  const from = Math.max(((await readUntil(database)) ?? now).getTime() - overlap, now.getTime() - longest);
  const created = { gte: Math.floor(from / 1_000) };
  let missed = 0;
  const query = { created, types: [...types], limit: 100 } satisfies Stripe.EventListParams;
  for await (const event of stripe.events.list(query))
    if ((await takeEvent(database, StripeEvent.parse(event))) === 'taken') missed += 1;
  if (missed > 0) log.warn({ missed }, 'reports of Stripe had not arrived and were read from its list');
  await keepReadUntil(database, now);
}
