import Stripe from 'stripe';
import type { Log } from '#platform/log.ts';
import { Problem } from '#platform/problem.ts';

/** What Stripe cannot answer now is no mistake of the person who asks. Its own words may name keys and stay in the log. */
export async function askStripe<Answer>(log: Log, what: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log.error(
      { what, type: error.type, code: error.code, param: error.param, requestId: error.requestId },
      error.message,
    );
    if (error instanceof Stripe.errors.StripeCardError) throw new Problem('card_declined', error.message);
    throw new Problem(
      'payment_unavailable',
      "The payment provider can't be reached. Please try again in a few minutes.",
    );
  }
}
