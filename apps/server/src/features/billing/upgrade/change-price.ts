import type Stripe from 'stripe';
import { Problem } from '#platform/problem.ts';
import { type Billing, stripeOf } from '../parts.ts';
import { askStripe } from '../stripe/ask-stripe.ts';
import { type Begun, secret, secretOf } from './begun.ts';

type Change = { subscriptionId: string; price: string; key: string };

/**
 * The stored card is charged for what is left of the period. If that fails the old plan stays until somebody confirms the payment.
 * Whoever pays for a higher plan goes on: a cancellation at the period's end is taken back with it, and not before it is paid.
 */
export async function changePrice(billing: Billing, { subscriptionId, price, key }: Change): Promise<Begun> {
  const stripe = stripeOf(billing);
  const subscription = await askStripe(billing.log, 'subscriptions.update', async () => {
    const now = await stripe.subscriptions.retrieve(subscriptionId, secret);
    refuseFixedEnd(now);
    // Canceled after a change that waits: paying that one would leave the end in place.
    const stillEnds = now.cancel_at_period_end && now.pending_update?.cancel_at_period_end !== false;
    if (now.pending_update && !stillEnds) return now;
    const item = planItem(billing, now);
    return stripe.subscriptions.update(
      subscriptionId,
      {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        ...(now.cancel_at_period_end && { cancel_at_period_end: false }),
        ...secret,
      },
      // Stripe refuses a key that comes again with other parameters.
      { idempotencyKey: `change:${key}${now.cancel_at_period_end ? ':go-on' : ''}` },
    );
  });
  return { subscriptionId, clientSecret: subscription.pending_update ? secretOf(subscription) : null };
}

/** An end at a date can't be taken back by an update that waits for its payment, and nobody shall pay for a plan that ends. */
export function refuseFixedEnd({ cancel_at: endsAt, cancel_at_period_end: endsWithPeriod }: Stripe.Subscription): void {
  if (endsAt !== null && !endsWithPeriod)
    throw new Problem('wrong_state', 'Your plan is set to end. Continue it in "Billing portal" first, then upgrade.');
}

/** Beside the plan a subscription may have items the operator has added by hand. */
export const planItem = ({ prices }: Billing, { items }: Stripe.Subscription): Stripe.SubscriptionItem =>
  items.data.find(({ price }) => prices.tierOf(price.id) !== undefined) ?? items.data[0]!;
