import type Stripe from 'stripe';
import { type Account, customerOf, idOf, itemOf, priceOf, subscriptionOf } from './account.ts';
import { periodLine, prorationLines } from './invoice-lines.ts';
import { draftInvoice } from './new-invoice.ts';
import { periodEnd } from './periods.ts';
import { newId } from './state.ts';
import { refused } from './stripe-error.ts';
import { changedItem, prorationDate } from './item-changes.ts';
import { newItem } from './new-subscription.ts';

type Params = Stripe.InvoiceCreatePreviewParams;

/** POST /v1/invoices/create_preview */
export function previewInvoice(account: Account, params: Params): Stripe.Invoice {
  if (params.subscription === undefined) return previewFirst(account, params);
  const subscription = subscriptionOf(account, params.subscription, 'subscription');
  const customer = idOf(subscription.customer);
  if (params.customer !== undefined && params.customer !== customer) {
    throw refused('The subscription belongs to another customer.', { param: 'customer' });
  }
  const { lines, isNow } = previewedLines(account, subscription, params);
  const reason = isNow ? 'subscription_update' : 'upcoming';
  return draftInvoice(account, newId('upcoming_in'), { customer, subscription, lines, reason });
}

/** What an update would charge at once, or what the next renewal charges. */
function previewedLines(account: Account, subscription: Stripe.Subscription, params: Params) {
  const { items, proration_behavior: behavior, proration_date } = params.subscription_details ?? {};
  const changed = items ? changedItem(account, subscription, items) : itemOf(subscription);
  const next = nextPeriod(subscription, changed);
  if (params.preview_mode === 'recurring') return { lines: [next], isNow: false };
  const at = prorationDate(account, subscription, proration_date);
  const prorations = behavior === 'none' ? [] : prorationLines(account, subscription, changed, at);
  if (behavior === 'always_invoice' && prorations.length > 0) return { lines: prorations, isNow: true };
  return { lines: [...(account.state.pendingLines[subscription.id] ?? []), ...prorations, next], isNow: false };
}

function nextPeriod(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): Stripe.InvoiceLineItem {
  const start = item.current_period_end;
  return periodLine(item, { start, end: periodEnd(subscription.billing_cycle_anchor, start, item.price) });
}

/** The first invoice of a subscription that nobody has made yet. */
function previewFirst(account: Account, params: Params): Stripe.Invoice {
  if (params.customer === undefined) {
    throw refused('Missing required param: customer.', { code: 'parameter_missing', param: 'customer' });
  }
  const customer = customerOf(account, params.customer, 'customer');
  const [wanted] = params.subscription_details?.items ?? [];
  const price = priceOf(account, wanted?.price, 'subscription_details[items][0][price]');
  const item = newItem(account, newId('sub'), price, wanted?.quantity);
  const line = periodLine(item, { start: item.current_period_start, end: item.current_period_end });
  return draftInvoice(account, newId('upcoming_in'), {
    customer: customer.id,
    subscription: null,
    lines: [line],
    reason: 'subscription_create',
  });
}
