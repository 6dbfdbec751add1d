import { type PriceId, type Tier, tierOfPrice, tiers } from '@waggle/contracts/plans';
import { readOrganization } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { ensureCustomer } from '../customer.ts';
import { lookAtStripe } from '../look/look.ts';
import { type Billing, stripeOf } from '../parts.ts';
import { findAccount } from '../queries.ts';
import { askStripe } from '../stripe/ask-stripe.ts';
import type { Begun } from './begun.ts';
import { changePrice } from './change-price.ts';
import { beginAttempt } from './queries.ts';
import { alreadyIncluded, subscribe } from './subscribe.ts';

/**
 * Begins an upgrade. Nothing changes here by it: the plan holds once Stripe says that it is paid. However often it is pressed,
 * by however many people, there is one subscription.
 */
export async function upgrade(billing: Billing, ctx: Context, priceId: PriceId): Promise<Begun> {
  // The stored state may be a minute old, and money is asked for.
  await askStripe(billing.log, 'look', () => lookAtStripe(billing, ctx));
  const { account, price } = await refuseWrongUpgrade(billing, ctx, priceId);
  const customer = await ensureCustomer(billing, ctx);
  const attempt = await beginAttempt(ctx, priceId);
  const begun = account?.subscription_id
    ? await changePrice(billing, { subscriptionId: account.subscription_id, price, key: attempt.key })
    : await subscribe(billing, ctx, { customer, price, priceId, attempt });
  await ctx.audit?.(ctx);
  return begun;
}

/** Upgrades only, of a paid-up account, and System through a conversation. */
export async function refuseWrongUpgrade(billing: Billing, ctx: Context, priceId: PriceId) {
  stripeOf(billing);
  const tier: Tier = tierOfPrice[priceId];
  if (tier === 'system') throw new Problem('wrong_state', 'Please contact our sales team for the System plan.');
  const price = billing.prices.stripePriceOf(priceId);
  if (!price) throw new Problem('not_set_up', "This plan isn't sold here. Contact the operator.");
  const account = await findAccount(ctx);
  if (account?.due_invoice_id) throw new Problem('wrong_state', 'Pay the open invoice first, then upgrade.');
  const { subscription_tier: own } = await readOrganization(ctx);
  if (tiers.indexOf(tier) <= tiers.indexOf(own as Tier)) throw alreadyIncluded();
  return { account, price, tier };
}
