import type Stripe from 'stripe';
import { type Account, idOf, itemOf, update } from './account.ts';
import { cancellation } from './cancellation.ts';
import { attach, cardFor, declineOf, paymentMethodOf } from './cards.ts';
import { mergedMetadata } from './customers.ts';
import { prorationLines } from './invoice-lines.ts';
import { collect, finalize, voidInvoice } from './invoices.ts';
import { changedItem, prorationDate } from './item-changes.ts';
import { createInvoice } from './new-invoice.ts';
import { refused } from './stripe-error.ts';
import { refusedCard } from './subscriptions.ts';

type Params = Stripe.SubscriptionUpdateParams;
type Item = Stripe.SubscriptionItem;

/** All that may come with `pending_if_incomplete`; Stripe refuses the rest. */
const pendingParams = new Set<keyof Params>([
  'cancel_at_period_end',
  'expand',
  'items',
  'metadata',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
]);
/** An update that is not paid is dropped after this many seconds. */
const pendingSeconds = 23 * 3_600;

/** POST /v1/subscriptions/:id */
export function updateSubscription(account: Account, subscription: Stripe.Subscription, params: Params) {
  assertEditable(subscription, params);
  const changed = params.items ? changedItem(account, subscription, params.items) : itemOf(subscription);
  const at = prorationDate(account, subscription, params.proration_date);
  const behavior = params.proration_behavior ?? 'create_prorations';
  const lines = behavior === 'none' ? [] : prorationLines(account, subscription, changed, at);
  const payment = params.payment_behavior ?? 'allow_incomplete';
  if (lines.length > 0 && behavior === 'always_invoice') {
    return invoiceChange(account, subscription, { params, changed, lines, payment });
  }
  if (lines.length > 0) (account.state.pendingLines[subscription.id] ??= []).push(...lines);
  update(account, 'customer.subscription.updated', subscription, fieldsOf(account, subscription, params, changed));
  return subscription;
}

type Change = { params: Params; changed: Item; lines: Stripe.InvoiceLineItem[]; payment: string };

function invoiceChange(account: Account, subscription: Stripe.Subscription, change: Change): Stripe.Subscription {
  const { params, changed, lines, payment } = change;
  const customer = idOf(subscription.customer);
  const card = cardFor(account, customer, subscription);
  const refusal = payment === 'error_if_incomplete' && card ? declineOf(account, card, customer, false) : null;
  if (refusal && card) throw refusedCard(refusal, card);

  const waits = payment === 'pending_if_incomplete';
  dropPending(account, subscription);
  const invoice = createInvoice(account, {
    customer,
    subscription,
    lines,
    reason: 'subscription_update',
    isCollected: !waits,
  });
  const latest = { latest_invoice: invoice.id };
  const fields = fieldsOf(account, subscription, params, changed);
  const pending = { pending_update: pendingUpdate(account, params, changed) };
  // Until it is paid the change waits; paying applies it.
  update(
    account,
    'customer.subscription.updated',
    subscription,
    waits ? { ...latest, ...pending } : { ...latest, ...fields },
  );
  finalize(account, invoice);
  if (invoice.status !== 'open') return subscription;
  if (payment !== 'default_incomplete') collect(account, invoice, { method: card });
  else update(account, 'customer.subscription.updated', subscription, { status: 'past_due' });
  return subscription;
}

/** A new change expires the one that waits, and voids its invoice. */
function dropPending(account: Account, subscription: Stripe.Subscription): void {
  const invoice = account.state.invoices[idOf(subscription.latest_invoice)];
  if (subscription.pending_update && invoice?.status === 'open') voidInvoice(account, invoice);
}

const pendingUpdate = (account: Account, params: Params, changed: Item): Stripe.Subscription.PendingUpdate => ({
  billing_cycle_anchor: null,
  cancel_at_period_end: params.cancel_at_period_end ?? null,
  discount: null,
  discounts: null,
  expires_at: account.now() + pendingSeconds,
  metadata: params.metadata ? mergedMetadata({}, params.metadata) : null,
  subscription_items: [changed],
  trial_end: null,
  trial_from_plan: null,
});

function fieldsOf(account: Account, subscription: Stripe.Subscription, params: Params, changed: Item) {
  const method = params.default_payment_method && paymentMethodOf(account, params.default_payment_method);
  if (method) attach(account, method, idOf(subscription.customer));
  return {
    items: { ...subscription.items, data: [changed] },
    metadata: mergedMetadata(subscription.metadata, params.metadata),
    ...(params.description !== undefined && { description: params.description || null }),
    ...(method && { default_payment_method: method.id }),
    ...(params.cancel_at_period_end !== undefined && cancellation(account, subscription, params)),
  } satisfies Partial<Stripe.Subscription>;
}

function assertEditable({ status, ended_at }: Stripe.Subscription, params: Params): void {
  const names = Object.keys(params) as (keyof Params)[];
  if (ended_at && names.some((name) => name !== 'metadata' && name !== 'expand')) {
    throw refused('A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (status === 'incomplete' && params.items) {
    throw refused('This subscription is incomplete: its items cannot be changed before the first invoice is paid.');
  }
  const unsupported = names.find((name) => !pendingParams.has(name));
  if (params.payment_behavior === 'pending_if_incomplete' && unsupported) {
    throw refused(`\`${unsupported}\` cannot be passed with \`payment_behavior\` \`pending_if_incomplete\`.`, {
      param: unsupported,
    });
  }
}
