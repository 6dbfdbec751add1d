import Stripe from 'stripe';
import type { Config } from '#platform/config.ts';

/** Milliseconds for one answer. Somebody waits, and a try with the same key follows. */
const timeout = 20_000;

/** Null where no plans are sold. */
export function createStripe({ STRIPE_SECRET_KEY, STRIPE_API_URL }: Config): Stripe | null {
  if (STRIPE_SECRET_KEY === '') return null;
  const url = STRIPE_API_URL === undefined ? undefined : new URL(STRIPE_API_URL);
  return new Stripe(STRIPE_SECRET_KEY, {
    // The same key goes with every try, so that what was done although nobody heard of it is not done twice.
    maxNetworkRetries: 2,
    timeout,
    telemetry: false,
    ...(url && { host: url.hostname, port: url.port, protocol: url.protocol === 'http:' ? 'http' : 'https' }),
  });
}
