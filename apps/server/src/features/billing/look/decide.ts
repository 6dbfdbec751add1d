import { type DeclineReason, graceDays } from '@waggle/contracts/billing';
import { type Tier, tiers } from '@waggle/contracts/plans';
import type Stripe from 'stripe';
import type { Prices } from '../stripe/prices.ts';
import { dueSince, type Facts, isDue, liveStatuses } from './facts.ts';

export type Due = {
  invoiceId: string;
  amount: number;
  currency: string;
  url: string | null;
  reason: DeclineReason;
  attempts: number;
  firstAt: Date;
  nextTryAt: Date | null;
  graceEndsAt: Date;
};

export type Decided = {
  /** What is in force from now on. */
  tier: Tier;
  subscription: {
    id: string;
    tier: Tier;
    status: 'active' | 'past-due';
    amount: number;
    currency: string;
    periodStartsAt: Date;
    periodEndsAt: Date;
    endsAt: Date | null;
  } | null;
  due: Due | null;
  /** Every live subscription of a plan: of two, both are charged. */
  live: string[];
};

/** The end of the grace that was stored, if one runs. */
type Moment = { now: Date; graceEndsAt: Date | null };
type Plans = Pick<Prices, 'tierOf'>;
type Live = { subscription: Stripe.Subscription; item: Stripe.SubscriptionItem; tier: Tier; due: Due | null };

/**
 * What the organization has by what Stripe says now. Never by what a single report says: those come late, twice and in any
 * order. Of several subscriptions the one with the highest plan that is in force counts.
 */
export function decide(facts: Facts, prices: Plans, moment: Moment): Decided {
  const { now } = moment;
  const live = facts.subscriptions.flatMap((subscription) => liveOf(subscription, facts, { prices, moment }));
  const [best] = live.sort((a, b) => rank(b, now) - rank(a, now) || b.subscription.created - a.subscription.created);
  if (!best) return { tier: 'lite', subscription: null, due: null, live: [] };

  const { subscription, item, tier, due } = best;
  return {
    tier: isInForce(best, now) ? tier : 'lite',
    subscription: {
      id: subscription.id,
      tier,
      status: due ? 'past-due' : 'active',
      amount: item.price.unit_amount ?? 0,
      currency: item.price.currency.toUpperCase(),
      periodStartsAt: at(item.current_period_start),
      periodEndsAt: at(item.current_period_end),
      endsAt: endOf(subscription, item),
    },
    due,
    live: live.map(({ subscription: { id } }) => id),
  };
}

type By = { prices: Plans; moment: Moment };

function liveOf(subscription: Stripe.Subscription, facts: Facts, { prices, moment }: By): Live[] {
  if (!liveStatuses.has(subscription.status)) return [];
  // An item that is no plan, such as an hour of help, is none of ours.
  const item = subscription.items.data.find(({ price }) => prices.tierOf(price.id) !== undefined);
  if (!item) return [];
  const isUnpaid = subscription.status === 'past_due' || subscription.status === 'unpaid';
  const due = isUnpaid ? dueOf({ subscription, item }, facts, moment) : null;
  return [{ subscription, item, tier: prices.tierOf(item.price.id)!, due }];
}

const isInForce = ({ due }: Live, now: Date): boolean => due === null || now < due.graceEndsAt;
const rank = (live: Live, now: Date): number =>
  (isInForce(live, now) ? 100 : 0) + tiers.indexOf(live.tier) * 2 + (live.due ? 0 : 1);

/** The days run from the oldest invoice that is open: the second unpaid month begins no second grace. */
function dueOf({ subscription, item }: Pick<Live, 'subscription' | 'item'>, facts: Facts, moment: Moment): Due {
  const open = facts.invoices.filter((invoice) => isDue(invoice, moment.now) && isOf(invoice, subscription.id));
  const [oldest] = open.toSorted((a, b) => dueSince(a) - dueSince(b));
  const firstAt = oldest ? at(dueSince(oldest)) : withoutInvoice(moment);
  return {
    ...invoiceOf(oldest, subscription.id),
    amount: open.reduce((sum, { amount_remaining: left }) => sum + left, 0),
    currency: item.price.currency.toUpperCase(),
    reason: reasonOf(facts.declineCode),
    firstAt,
    graceEndsAt: new Date(firstAt.getTime() + grace),
  };
}

/** The grace that runs goes on. None begins with the period, which may be weeks old: the plan would end at once. */
const withoutInvoice = ({ now, graceEndsAt }: Moment): Date =>
  graceEndsAt ? new Date(graceEndsAt.getTime() - grace) : now;

/** In milliseconds. */
const grace = graceDays * 86_400_000;

/** Stripe may say that something is due before its list has the invoice. */
function invoiceOf(invoice: Stripe.Invoice | undefined, otherwise: string) {
  if (!invoice) return { invoiceId: otherwise, url: null, attempts: 1, nextTryAt: null };
  const { id, hosted_invoice_url: url, attempt_count: attempts, next_payment_attempt: next } = invoice;
  return { invoiceId: id, url: url ?? null, attempts, nextTryAt: next ? at(next) : null };
}

const isOf = ({ parent }: Stripe.Invoice, subscriptionId: string): boolean => {
  const of = parent?.subscription_details?.subscription;
  return (typeof of === 'string' ? of : of?.id) === subscriptionId;
};

const endOf = (subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): Date | null => {
  if (subscription.cancel_at) return at(subscription.cancel_at);
  return subscription.cancel_at_period_end ? at(item.current_period_end) : null;
};

function reasonOf(code: string | null): DeclineReason {
  if (code === 'insufficient_funds' || code === 'expired_card') return code;
  if (code === 'lost_card' || code === 'stolen_card') return 'lost_card';
  return code === 'authentication_required' ? 'authentication' : 'other';
}

const at = (seconds: number): Date => new Date(seconds * 1_000);
