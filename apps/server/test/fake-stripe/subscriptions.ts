import type Stripe from 'stripe';
import { type Account, customerOf, emit, itemOf } from './account.ts';
import { cancellationDetails } from './cancellation.ts';
import { attach, cardFor, declineOf, paymentError, paymentMethodOf } from './cards.ts';
import { periodLine } from './invoice-lines.ts';
import { collect, finalize, voidInvoice } from './invoices.ts';
import { createInvoice } from './new-invoice.ts';
import { newSubscription } from './new-subscription.ts';
import { missing, refused, StripeFailure } from './stripe-error.ts';
import { cancelNow, openInvoicesOf } from './subscription-status.ts';

/** POST /v1/subscriptions */
export function createSubscription(account: Account, params: Stripe.SubscriptionCreateParams): Stripe.Subscription {
  const customer = customerOf(account, params.customer, 'customer');
  const own = params.default_payment_method ? paymentMethodOf(account, params.default_payment_method) : null;
  if (own) attach(account, own, customer.id);
  const card = own ?? cardFor(account, customer.id, null);
  assertPayable(account, customer.id, card, params.payment_behavior);

  const subscription = newSubscription(account, params, own?.id ?? null);
  account.state.subscriptions[subscription.id] = subscription;
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  const lines = [periodLine(itemOf(subscription), { start, end })];
  const invoice = createInvoice(account, { customer: customer.id, subscription, lines, reason: 'subscription_create' });
  subscription.latest_invoice = invoice.id;
  customer.currency ??= invoice.currency;
  emit(account, 'customer.subscription.created', subscription);
  finalize(account, invoice);
  const isPaidLater = params.payment_behavior === 'default_incomplete';
  // A balance of the customer may have paid for it already.
  if (!isPaidLater && invoice.status === 'open') collect(account, invoice, { method: card });
  return subscription;
}

/** Refuses before anything is stored. */
function assertPayable(
  account: Account,
  customer: string,
  card: Stripe.PaymentMethod | null,
  behavior: Stripe.SubscriptionCreateParams.PaymentBehavior = 'allow_incomplete',
): void {
  if (behavior === 'pending_if_incomplete') {
    throw refused('`pending_if_incomplete` is not supported when a subscription is created.', {
      param: 'payment_behavior',
    });
  }
  if (!card && behavior !== 'default_incomplete') throw withoutCard();
  const refusal = behavior === 'error_if_incomplete' && card ? declineOf(account, card, customer, false) : null;
  if (refusal && card) throw refusedCard(refusal, card);
}

/** DELETE /v1/subscriptions/:id */
export function cancelSubscription(
  account: Account,
  subscription: Stripe.Subscription,
  { cancellation_details: given }: Stripe.SubscriptionCancelParams,
): Stripe.Subscription {
  if (subscription.ended_at) throw missing('subscription', subscription.id);
  const wasIncomplete = subscription.status === 'incomplete';
  subscription.cancellation_details = cancellationDetails(given, 'cancellation_requested');
  cancelNow(account, subscription);
  // Nobody can pay for what never began.
  if (wasIncomplete) for (const invoice of openInvoicesOf(account, subscription)) voidInvoice(account, invoice);
  return subscription;
}

const withoutCard = (): StripeFailure =>
  refused(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
    { code: 'resource_missing' },
  );

export function refusedCard(decline: string, card: Stripe.PaymentMethod): StripeFailure {
  const { message = '', code = 'card_declined', decline_code } = paymentError(decline, card);
  return new StripeFailure(402, message, { type: 'card_error', code, ...(decline_code && { decline_code }) });
}
