import Stripe from 'stripe';
import type { Database } from '#platform/database/database.ts';
import type { Billing } from '../parts.ts';
import { findCancellations, forgetCancellation } from './queries.ts';

const mostAtOnce = 100;

/** Ends every subscription of organizations that were deleted. Invoices stay at Stripe: the operator must keep them. */
export async function endSubscriptions({ stripe, log }: Billing, database: Database): Promise<void> {
  if (!stripe) return;
  for (const customer of await findCancellations(database, mostAtOnce)) {
    try {
      await cancelAll(stripe, customer);
      await forgetCancellation(database, customer);
    } catch (error) {
      // The next minute tries again; one customer does not hold up the others.
      log.error({ err: error, customer }, 'the subscription of a deleted organization could not be canceled');
    }
  }
}

async function cancelAll(stripe: Stripe, customer: string): Promise<void> {
  try {
    for await (const { id, status } of stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))
      if (status !== 'canceled' && status !== 'incomplete_expired') await stripe.subscriptions.cancel(id);
  } catch (error) {
    // The operator has deleted the customer, which ended them too.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code !== 'resource_missing') throw error;
  }
}
