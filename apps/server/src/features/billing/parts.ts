import type Stripe from 'stripe';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import { Problem } from '#platform/problem.ts';
import type { Prices } from './stripe/prices.ts';

/** What billing needs beyond a tenant's rows; made once at start. */
export type Billing = { stripe: Stripe | null; prices: Prices; config: Config; log: Log; mailer: Mailer };

/** Where no plans are sold, nothing of billing is there. */
export function stripeOf({ stripe }: Pick<Billing, 'stripe'>): Stripe {
  if (!stripe) throw new Problem('not_found', "This installation doesn't sell plans.");
  return stripe;
}
