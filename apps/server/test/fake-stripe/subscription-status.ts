import type Stripe from 'stripe';
import { type Account, emit, idOf, itemOf, update } from './account.ts';
import { cancellation } from './cancellation.ts';

export const subscriptionOfInvoice = (account: Account, invoice: Stripe.Invoice): Stripe.Subscription | null =>
  account.state.subscriptions[idOf(invoice.parent?.subscription_details?.subscription)] ?? null;

const invoicesOf = (account: Account, subscription: Stripe.Subscription): Stripe.Invoice[] =>
  Object.values(account.state.invoices).filter(
    (invoice) => subscriptionOfInvoice(account, invoice)?.id === subscription.id,
  );

export const openInvoicesOf = (account: Account, subscription: Stripe.Subscription): Stripe.Invoice[] =>
  invoicesOf(account, subscription).filter(({ status }) => status === 'open');

/** Whether paying this invoice applies the update that waits. */
const isPendingInvoice = (subscription: Stripe.Subscription, invoice: Stripe.Invoice): boolean =>
  subscription.pending_update !== null && subscription.latest_invoice === invoice.id;

/** What a paid invoice does to its subscription. */
export function onInvoicePaid(account: Account, invoice: Stripe.Invoice, method: string | null): void {
  const subscription = subscriptionOfInvoice(account, invoice);
  if (!subscription || subscription.ended_at) return;
  if (isPendingInvoice(subscription, invoice)) return applyPendingUpdate(account, subscription);
  const keepsCard = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  const recovers = ['incomplete', 'past_due', 'unpaid'].includes(subscription.status);
  const isSettled = openInvoicesOf(account, subscription).length === 0;
  update(account, 'customer.subscription.updated', subscription, {
    ...(keepsCard && method && { default_payment_method: method }),
    ...(recovers && isSettled && { status: 'active' }),
  });
}

/** A failed first payment leaves it incomplete, and an update that waits changes nothing. */
export function onInvoiceFailed(account: Account, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOfInvoice(account, invoice);
  if (!subscription || subscription.status !== 'active' || isPendingInvoice(subscription, invoice)) return;
  update(account, 'customer.subscription.updated', subscription, { status: 'past_due' });
}

export function onInvoiceVoided(account: Account, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOfInvoice(account, invoice);
  if (!subscription || subscription.ended_at) return;
  if (isPendingInvoice(subscription, invoice)) return dropPendingUpdate(account, subscription);
  if (subscription.status === 'incomplete') return expire(account, subscription);
  if (subscription.status !== 'past_due' || openInvoicesOf(account, subscription).length > 0) return;
  update(account, 'customer.subscription.updated', subscription, { status: 'active' });
}

function applyPendingUpdate(account: Account, subscription: Stripe.Subscription): void {
  const [item] = subscription.pending_update?.subscription_items ?? [];
  const { metadata, cancel_at_period_end: ends } = subscription.pending_update ?? {};
  // Periods have gone on meanwhile as if nothing was asked for.
  const { current_period_start, current_period_end } = itemOf(subscription);
  update(account, 'customer.subscription.updated', subscription, {
    pending_update: null,
    ...(typeof ends === 'boolean' && cancellation(account, subscription, { cancel_at_period_end: ends })),
    ...(metadata && { metadata: { ...subscription.metadata, ...metadata } }),
    ...(item && { items: { ...subscription.items, data: [{ ...item, current_period_start, current_period_end }] } }),
  });
  emit(account, 'customer.subscription.pending_update_applied', subscription);
}

function dropPendingUpdate(account: Account, subscription: Stripe.Subscription): void {
  update(account, 'customer.subscription.updated', subscription, { pending_update: null });
  emit(account, 'customer.subscription.pending_update_expired', subscription);
}

/** No webhook says 'deleted' for it: nothing was ever paid. */
function expire(account: Account, subscription: Stripe.Subscription): void {
  const now = account.now();
  update(account, 'customer.subscription.updated', subscription, {
    status: 'incomplete_expired',
    canceled_at: now,
    ended_at: now,
  });
}

type Reason = NonNullable<Stripe.Subscription.CancellationDetails['reason']>;

/** Ends it. What it still owes stays open or a draft, but is collected by nobody any more. */
export function cancelNow(
  account: Account,
  subscription: Stripe.Subscription,
  reason: Reason = 'cancellation_requested',
): void {
  const now = account.now();
  const stopped = { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null };
  for (const invoice of invoicesOf(account, subscription)) update(account, 'invoice.updated', invoice, stopped);
  const details = subscription.cancellation_details ?? { comment: null, feedback: null, feedback_option: null };
  Object.assign(subscription, {
    status: subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    pending_update: null,
    cancellation_details: { ...details, reason },
  } satisfies Partial<Stripe.Subscription>);
  emit(account, 'customer.subscription.deleted', subscription);
}
