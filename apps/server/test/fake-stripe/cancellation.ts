import type Stripe from 'stripe';
import { type Account, itemOf } from './account.ts';

type Details = Stripe.Subscription.CancellationDetails;

export const cancellationDetails = (
  given: Stripe.SubscriptionCancelParams['cancellation_details'],
  reason: Details['reason'],
): Details => ({ comment: given?.comment || null, feedback: given?.feedback || null, feedback_option: null, reason });

/** To cancel at the end of the period, or to go on after all. */
export function cancellation(
  account: Account,
  subscription: Stripe.Subscription,
  { cancel_at_period_end: ends = false, cancellation_details: given }: Stripe.SubscriptionUpdateParams,
) {
  return {
    cancel_at_period_end: ends,
    cancel_at: ends ? itemOf(subscription).current_period_end : null,
    canceled_at: ends ? account.now() : null,
    cancellation_details: cancellationDetails(given, ends ? 'cancellation_requested' : null),
  } satisfies Partial<Stripe.Subscription>;
}
