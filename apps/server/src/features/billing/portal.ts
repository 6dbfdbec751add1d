import type { Context } from '#platform/context.ts';
import { ensureCustomer } from './customer.ts';
import { type Billing, stripeOf } from './parts.ts';
import { askStripe } from './stripe/ask-stripe.ts';

/** Stripe's own page for cards, addresses, tax ids and canceling; it leads back to Billing. */
export async function openPortal(billing: Billing, ctx: Context): Promise<{ url: string }> {
  const stripe = stripeOf(billing);
  const customer = await ensureCustomer(billing, ctx);
  const { url } = await askStripe(billing.log, 'billingPortal.sessions.create', () =>
    stripe.billingPortal.sessions.create({ customer, return_url: `${billing.config.PUBLIC_URL}/dashboard/billing` }),
  );
  await ctx.audit?.(ctx);
  return { url };
}
