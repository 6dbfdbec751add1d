import type { PriceId } from '@waggle/contracts/plans';
import Stripe from 'stripe';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { liveStatuses } from '../look/facts.ts';
import { type Billing, stripeOf } from '../parts.ts';
import { askStripe } from '../stripe/ask-stripe.ts';
import { type Begun, secret, secretOf } from './begun.ts';
import * as queries from './queries.ts';

export const alreadyIncluded = () => new Problem('wrong_state', 'Your plan already includes this one.');
const overtaken = () =>
  new Problem('wrong_state', 'Another upgrade was started at the same moment. Reload the page and try again.');

type Subscribe = { customer: string; price: string; priceId: PriceId; attempt: queries.Attempt };

/**
 * The first subscription stays incomplete until the browser has confirmed the payment; unpaid it ends after a day. Of people who
 * press different plans at once, who began last gets one: the others find their attempt replaced and take back what they made.
 * The row decides that in one statement, so that no lock is held while Stripe is asked.
 */
export async function subscribe(billing: Billing, ctx: Context, asked: Subscribe): Promise<Begun> {
  const stripe = stripeOf(billing);
  const subscription = await askStripe(billing.log, 'subscriptions.create', async () => {
    const { known, attempt } = await resume(stripe, ctx, asked);
    const { data: before } = await stripe.subscriptions.list({ customer: asked.customer, status: 'all', limit: 100 });
    // Paid a moment ago, while a later look was under way and ours was not written.
    if (before.some(({ status }) => liveStatuses.has(status))) throw alreadyIncluded();
    const own = known ?? (await create(stripe, ctx, { ...asked, attempt }));
    if (!(await queries.keepSubscription(ctx, attempt, own.id)))
      throw (await cancelUnpaid(stripe, own.id)) ? overtaken() : alreadyIncluded();
    // The attempt is still the last one, so what was there before is of earlier ones: nobody may pay both.
    for (const { id, status } of before)
      if (status === 'incomplete' && id !== own.id && !(await cancelUnpaid(stripe, id))) {
        await cancelUnpaid(stripe, own.id);
        throw alreadyIncluded();
      }
    return own;
  });
  return { subscriptionId: subscription.id, clientSecret: secretOf(subscription) };
}

/** What the attempt has made and can be paid; after one that has ended unpaid the attempt begins anew. */
async function resume(stripe: Stripe, ctx: Context, { attempt, priceId }: Subscribe) {
  const { subscriptionId } = attempt;
  const known = subscriptionId ? await stripe.subscriptions.retrieve(subscriptionId, secret) : null;
  if (known?.status === 'incomplete') return { known, attempt };
  if (!known || liveStatuses.has(known.status)) return { known: null, attempt };
  const renewed = await queries.renewAttempt(ctx, attempt, priceId);
  if (!renewed) throw overtaken();
  return { known: null, attempt: renewed };
}

const create = (stripe: Stripe, ctx: Context, { customer, price, attempt: { key } }: Subscribe) =>
  stripe.subscriptions.create(
    {
      customer,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      metadata: { organization: ctx.organizationId, attempt: key },
      ...secret,
    },
    { idempotencyKey: `subscribe:${key}` },
  );

/** False, and nothing is canceled, when it was paid meanwhile. */
async function cancelUnpaid(stripe: Stripe, id: string): Promise<boolean> {
  const { status } = await stripe.subscriptions.retrieve(id);
  if (liveStatuses.has(status)) return false;
  if (status === 'incomplete') await stripe.subscriptions.cancel(id).catch(ignoreEnded);
  return true;
}

/** Somebody else has canceled it in between. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code !== 'resource_missing') throw error;
}
