import { changeTier } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { reminderLead, tellAdmins } from '../dunning/tell-admins.ts';
import type { Billing } from '../parts.ts';
import { endAttempt } from '../upgrade/queries.ts';
import * as queries from '../queries.ts';
import { type Decided, decide } from './decide.ts';
import { askFacts, type Facts } from './facts.ts';
import { presentFacts } from './present-facts.ts';

/** Milliseconds after which Stripe is asked although nothing was reported. */
const aDay = 86_400_000;

/**
 * Asks Stripe what the organization has and makes that true here. Every report, every upgrade and every pull ends in this one
 * function, so that nothing depends on what a report says or when it comes.
 */
export async function lookAtStripe(billing: Billing, ctx: Context): Promise<void> {
  const account = await queries.findAccount(ctx);
  if (!account?.stripe_customer_id) return;
  const look = await queries.beginLook(ctx);
  const facts = await askFacts(billing, account.stripe_customer_id);
  const now = ctx.now();
  const decided = decide(facts, billing.prices, { now, graceEndsAt: account.grace_ends_at });
  if (decided.live.length > 1)
    billing.log.error(
      { organizationId: ctx.organizationId, subscriptions: decided.live },
      'an organization has more than one subscription, and each is charged',
    );

  await inTransaction(ctx, async (ctx) => {
    const before = await queries.lockLook(ctx, look);
    if (!before) return;
    const row = rowOf(before, facts, decided, now);
    const told = await tellAdmins(ctx, before, { ...row, tierInForce: decided.tier });
    await queries.writeLook(ctx, { ...row, told });
    await queries.replaceInvoices(ctx, presentFacts.invoices(facts, billing.prices, now));
    await changeTier(ctx, decided.tier);
    if (decided.subscription) await endAttempt(ctx, decided.subscription.tier);
    await queries.forgetEvents(ctx);
  });
}

function rowOf(before: queries.AccountRow, facts: Facts, { subscription, due }: Decided, now: Date): queries.Looked {
  return {
    ...subscriptionColumns(subscription),
    ...dueColumns(before, due, now),
    ...presentFacts.customer(facts, subscription?.id),
    told: before.told,
    next_look_at: nextLook(subscription, due, now),
  };
}

const noSubscription = {
  subscription_id: null,
  tier: null,
  status: null,
  price_amount: null,
  price_currency: null,
  period_starts_at: null,
  period_ends_at: null,
  ends_at: null,
};

function subscriptionColumns(subscription: Decided['subscription']) {
  if (!subscription) return noSubscription;
  const { id, tier, status, amount, currency, periodStartsAt, periodEndsAt, endsAt } = subscription;
  return {
    subscription_id: id,
    tier,
    status,
    price_amount: amount,
    price_currency: currency,
    period_starts_at: periodStartsAt,
    period_ends_at: periodEndsAt,
    ends_at: endsAt,
  };
}

const nothingDue = {
  due_invoice_id: null,
  due_amount: null,
  due_currency: null,
  due_url: null,
  decline_reason: null,
  declined_at: [],
  next_try_at: null,
  grace_ends_at: null,
};

function dueColumns(before: queries.AccountRow, due: Decided['due'], now: Date) {
  if (!due) return nothingDue;
  return {
    due_invoice_id: due.invoiceId,
    due_amount: due.amount,
    due_currency: due.currency,
    due_url: due.url,
    decline_reason: due.reason,
    declined_at: declines(before, due, now),
    next_try_at: due.nextTryAt,
    grace_ends_at: due.graceEndsAt,
  };
}

/** Stripe says how many tries failed, not when. The first is the invoice's own time, a later one when it was heard of. */
function declines(before: queries.AccountRow, due: NonNullable<Decided['due']>, now: Date): Date[] {
  const known = before.due_invoice_id === due.invoiceId ? before.declined_at : [];
  const first = known[0] ?? due.firstAt;
  return Array.from({ length: Math.max(1, due.attempts) }, (_, at) => (at === 0 ? first : (known[at] ?? now)));
}

function nextLook(subscription: Decided['subscription'], due: Decided['due'], now: Date): Date {
  const times = [now.getTime() + aDay];
  if (due) times.push(due.graceEndsAt.getTime(), due.graceEndsAt.getTime() - reminderLead);
  if (subscription?.endsAt) times.push(subscription.endsAt.getTime() + 60_000);
  return new Date(Math.min(...times.filter((time) => time > now.getTime())));
}
