import type { PriceId } from '@waggle/contracts/plans';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { type Billing, stripeOf } from '../parts.ts';
import { askStripe } from '../stripe/ask-stripe.ts';
import { planItem, refuseFixedEnd } from './change-price.ts';
import { refuseWrongUpgrade } from './upgrade.ts';

/** What an upgrade costs today: the new plan for the rest of the period, less what is left of the old one. */
export async function previewUpgrade(billing: Billing, ctx: Context, priceId: PriceId) {
  const { account, price, tier } = await refuseWrongUpgrade(billing, ctx, priceId);
  const monthly = tier === 'lite' ? null : await billing.prices.priceOf(tier);
  if (!monthly)
    throw new Problem('payment_unavailable', "Prices can't be loaded now. Please try again in a few minutes.");
  if (!account?.subscription_id || !account.stripe_customer_id) return { today: monthly, monthly };

  const stripe = stripeOf(billing);
  const { stripe_customer_id: customer, subscription_id: subscription } = account;
  const invoice = await askStripe(billing.log, 'invoices.createPreview', async () => {
    const now = await stripe.subscriptions.retrieve(subscription);
    refuseFixedEnd(now);
    const item = planItem(billing, now);
    return stripe.invoices.createPreview({
      customer,
      subscription,
      subscription_details: { items: [{ id: item.id, price }], proration_behavior: 'always_invoice' },
    });
  });
  return { today: { amount: invoice.amount_due, currency: invoice.currency.toUpperCase() }, monthly };
}
