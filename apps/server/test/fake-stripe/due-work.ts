import type Stripe from 'stripe';
import { type Account, idOf, itemOf, update } from './account.ts';
import { periodLine } from './invoice-lines.ts';
import { cardForInvoice, collect, finalize, voidInvoice } from './invoices.ts';
import { createInvoice } from './new-invoice.ts';
import { periodEnd } from './periods.ts';
import { cancelNow, openInvoicesOf, subscriptionOfInvoice } from './subscription-status.ts';

/** Seconds after which a subscription whose first invoice nobody paid expires. */
const incompleteSeconds = 23 * 3_600;
/** Seconds for which a renewal stays a draft that could still be changed. */
const draftSeconds = 3_600;

type Due = { at: number; run(): void };

/** The earliest work that falls due up to then, if any. */
export function nextDue(account: Account, until: number): Due | undefined {
  const due = [
    ...Object.values(account.state.subscriptions).flatMap((subscription) => ofSubscription(account, subscription)),
    ...Object.values(account.state.invoices).flatMap((invoice) => ofInvoice(account, invoice)),
  ];
  return due.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
}

function ofSubscription(account: Account, subscription: Stripe.Subscription): Due[] {
  if (subscription.ended_at) return [];
  const latest = account.state.invoices[idOf(subscription.latest_invoice)];
  if (subscription.status === 'incomplete') {
    const at = subscription.created + incompleteSeconds;
    return latest ? [{ at, run: () => void voidInvoice(account, latest) }] : [];
  }
  const end = itemOf(subscription).current_period_end;
  const renewal = subscription.cancel_at_period_end
    ? { at: end, run: () => cancelNow(account, subscription) }
    : { at: end, run: () => renew(account, subscription) };
  const expiry = subscription.pending_update?.expires_at;
  if (expiry === undefined || latest?.status !== 'open') return [renewal];
  return [renewal, { at: expiry, run: () => void voidInvoice(account, latest) }];
}

/** Begins the next period, with a draft of its invoice. */
function renew(account: Account, subscription: Stripe.Subscription): void {
  const item = itemOf(subscription);
  const start = item.current_period_end;
  const end = periodEnd(subscription.billing_cycle_anchor, start, item.price);
  const renewed = { ...item, current_period_start: start, current_period_end: end };
  const lines = [...(account.state.pendingLines[subscription.id] ?? []), periodLine(renewed, { start, end })];
  delete account.state.pendingLines[subscription.id];
  const invoice = createInvoice(account, {
    customer: idOf(subscription.customer),
    subscription,
    lines,
    reason: 'subscription_cycle',
    isCollected: true,
  });
  invoice.automatically_finalizes_at = account.now() + draftSeconds;
  invoice.next_payment_attempt = invoice.automatically_finalizes_at;
  update(account, 'customer.subscription.updated', subscription, {
    items: { ...subscription.items, data: [renewed] },
    // An update that waits is about its own invoice, which stays the latest until then.
    ...(!subscription.pending_update && { latest_invoice: invoice.id }),
  });
}

function ofInvoice(account: Account, invoice: Stripe.Invoice): Due[] {
  const { status, automatically_finalizes_at: finalizesAt, next_payment_attempt: retriesAt } = invoice;
  if (status === 'draft' && finalizesAt !== null) {
    return [{ at: finalizesAt, run: () => finalizeRenewal(account, invoice) }];
  }
  return status === 'open' && retriesAt !== null ? [{ at: retriesAt, run: () => retry(account, invoice) }] : [];
}

function finalizeRenewal(account: Account, invoice: Stripe.Invoice): void {
  invoice.next_payment_attempt = null;
  finalize(account, invoice);
  if (invoice.status === 'open') collect(account, invoice, { method: cardForInvoice(account, invoice), retried: true });
}

function retry(account: Account, invoice: Stripe.Invoice): void {
  const failed = collect(account, invoice, { method: cardForInvoice(account, invoice), retried: true });
  const subscription = subscriptionOfInvoice(account, invoice);
  if (failed && invoice.next_payment_attempt === null && subscription) giveUp(account, subscription);
}

function giveUp(account: Account, subscription: Stripe.Subscription): void {
  const { afterLastRetry } = account.state;
  if (afterLastRetry === 'cancel') cancelNow(account, subscription, 'payment_failed');
  if (afterLastRetry === 'unpaid' && openInvoicesOf(account, subscription).length > 0) {
    update(account, 'customer.subscription.updated', subscription, { status: 'unpaid' });
  }
}
