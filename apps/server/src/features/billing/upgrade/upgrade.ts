import { type PriceId, type Tier, tierOfPrice, tiers } from '@waggle/contracts/plans';
import type Stripe from 'stripe';
import { readOrganization } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { ensureCustomer } from '../customer.ts';
import { lookAtStripe } from '../look/look.ts';
import { type Billing, stripeOf } from '../parts.ts';
import { findAccount } from '../queries.ts';
import { askStripe } from '../stripe/ask-stripe.ts';
import * as queries from './queries.ts';

type Begun = { subscriptionId: string; clientSecret: string | null };

/**
 * Begins an upgrade. Nothing changes here by it: the plan holds once Stripe says that it is paid. However often it is pressed,
 * by however many people, there is one subscription.
 */
export async function upgrade(billing: Billing, ctx: Context, priceId: PriceId): Promise<Begun> {
  // The stored state may be a minute old, and money is asked for.
  await askStripe(billing.log, 'look', () => lookAtStripe(billing, ctx));
  const { account, price } = await refuseWrongUpgrade(billing, ctx, priceId);
  const customer = await ensureCustomer(billing, ctx);
  const attempt = await queries.beginAttempt(ctx, priceId);
  const begun = account?.subscription_id
    ? await changePrice(billing, { subscriptionId: account.subscription_id, price, key: attempt.key })
    : await subscribe(billing, ctx, { customer, price, attempt });
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

const live: ReadonlySet<Stripe.Subscription.Status> = new Set(['active', 'trialing', 'past_due']);
const alreadyIncluded = () => new Problem('wrong_state', 'Your plan already includes this one.');

type Subscribe = { customer: string; price: string; attempt: queries.Attempt };

/** The first subscription stays incomplete until the browser has confirmed the payment; unpaid it ends after a day. */
async function subscribe(billing: Billing, ctx: Context, { customer, price, ...begun }: Subscribe): Promise<Begun> {
  const stripe = stripeOf(billing);
  let { attempt } = begun;
  const subscription = await askStripe(billing.log, 'subscriptions.create', async () => {
    const known = attempt.subscriptionId ? await stripe.subscriptions.retrieve(attempt.subscriptionId, secret) : null;
    if (known?.status === 'incomplete') return known;
    if (known && !live.has(known.status)) attempt = await queries.renewAttempt(ctx, attempt);
    const { data: all } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
    // Paid a moment ago, while a later look was under way and ours was not written.
    if (all.some(({ status }) => live.has(status))) throw alreadyIncluded();
    // Begun for another plan and not paid: nobody may pay both. Those of this attempt are the one that is made here.
    for (const { id, status, metadata } of all)
      if (status === 'incomplete' && metadata['attempt'] !== attempt.key) await stripe.subscriptions.cancel(id);
    return stripe.subscriptions.create(
      {
        customer,
        items: [{ price }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        metadata: { organization: ctx.organizationId, attempt: attempt.key },
        ...secret,
      },
      { idempotencyKey: `subscribe:${attempt.key}` },
    );
  });
  await queries.keepSubscription(ctx, attempt, subscription.id);
  return { subscriptionId: subscription.id, clientSecret: secretOf(subscription) };
}

type Change = { subscriptionId: string; price: string; key: string };

/** The stored card is charged for what is left of the period. If that fails the old plan stays until somebody confirms the payment. */
async function changePrice(billing: Billing, { subscriptionId, price, key }: Change): Promise<Begun> {
  const stripe = stripeOf(billing);
  const subscription = await askStripe(billing.log, 'subscriptions.update', async () => {
    const now = await stripe.subscriptions.retrieve(subscriptionId, secret);
    if (now.pending_update) return now;
    const item = planItem(billing, now);
    return stripe.subscriptions.update(
      subscriptionId,
      {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        ...secret,
      },
      { idempotencyKey: `change:${key}` },
    );
  });
  return { subscriptionId, clientSecret: subscription.pending_update ? secretOf(subscription) : null };
}

const secret = { expand: ['latest_invoice.confirmation_secret'] };

function secretOf({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  return (typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : null) ?? null;
}

/** Beside the plan a subscription may have items the operator has added by hand. */
export const planItem = ({ prices }: Billing, { items }: Stripe.Subscription): Stripe.SubscriptionItem =>
  items.data.find(({ price }) => prices.tierOf(price.id) !== undefined) ?? items.data[0]!;
