import type Stripe from 'stripe';
import { type Account, customerOf, emit, idOf, update } from './account.ts';
import { missing } from './stripe-error.ts';
import { newId } from './state.ts';

/** What Stripe's test cards do. The last one differs from Stripe's: it can be paid with once, so that a renewal can fail. */
const testCards: Record<string, { declines: string | null; laterDeclines?: string }> = {
  '4242424242424242': { declines: null },
  '5555555555554444': { declines: null },
  '4000000000000002': { declines: 'card_declined' },
  '4000000000009995': { declines: 'insufficient_funds' },
  '4000000000009987': { declines: 'lost_card' },
  '4000000000000069': { declines: 'expired_card' },
  '4000000000000341': { declines: null, laterDeclines: 'card_declined' },
};

/** Names by which the API takes test cards. */
const namedCards: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedLostCard: '4000000000009987',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeCustomerFail: '4000000000000341',
};

/** Codes of their own; every other decline is a card_declined with a decline code. */
const ownCodes = new Set(['expired_card', 'incorrect_cvc', 'processing_error', 'incorrect_number']);

const messages: Record<string, string> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_number: 'Your card number is incorrect.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
};

export type Card = { number: string; expMonth: number; expYear: number };

export const isTestCard = (number: string): boolean => number in testCards;

/** A payment method for a card, which belongs to nobody yet. */
export function newCard(account: Account, { number, expMonth, expYear }: Card): Stripe.PaymentMethod {
  const brand = number.startsWith('5') ? 'mastercard' : 'visa';
  const id = newId('pm');
  const method: Stripe.PaymentMethod = {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: `fake${number.slice(-8)}`,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  account.state.paymentMethods[id] = method;
  account.state.cardNumbers[id] = number;
  return method;
}

/** A stored payment method, or a new one for the name of a test card. */
export function paymentMethodOf(account: Account, id: string, param = 'payment_method'): Stripe.PaymentMethod {
  const number = namedCards[id];
  if (number) return newCard(account, { number, expMonth: 12, expYear: new Date().getUTCFullYear() + 4 });
  const method = account.state.paymentMethods[id];
  if (!method) throw missing('PaymentMethod', id, param);
  return method;
}

export function attach(account: Account, method: Stripe.PaymentMethod, customer: string): void {
  if (method.customer === customer) return;
  method.customer = customer;
  emit(account, 'payment_method.attached', method);
}

/**
 * As the portal does: the card becomes the default of the customer. It also replaces the card that a subscription was
 * paid with, because that one would go first at the next renewal.
 */
export function replaceDefaultCard(account: Account, customerId: string, card: Card): Stripe.PaymentMethod {
  const customer = customerOf(account, customerId);
  const method = newCard(account, card);
  attach(account, method, customerId);
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: method.id };
  update(account, 'customer.updated', customer, { invoice_settings });
  for (const subscription of Object.values(account.state.subscriptions)) {
    if (subscription.customer !== customerId || !subscription.default_payment_method || subscription.ended_at) continue;
    update(account, 'customer.subscription.updated', subscription, { default_payment_method: method.id });
  }
  return method;
}

/** The card that is charged: the subscription's own, or else the customer's. */
export function cardFor(account: Account, customerId: string, subscription: Stripe.Subscription | null) {
  const own = idOf(subscription?.default_payment_method);
  const shared = idOf(account.state.customers[customerId]?.invoice_settings.default_payment_method);
  return account.state.paymentMethods[own] ?? account.state.paymentMethods[shared] ?? null;
}

/** Why the bank refuses this payment, or null. A decline that was asked for once is used up by it. */
export function declineOf(account: Account, method: Stripe.PaymentMethod, customerId: string, first: boolean) {
  const { next, ofCustomer } = account.state.declines;
  const asked = next.shift() ?? ofCustomer[customerId];
  if (asked) return asked;
  const card = testCards[account.state.cardNumbers[method.id] ?? ''];
  return card?.declines ?? (first ? null : (card?.laterDeclines ?? null));
}

type PaymentError = Stripe.PaymentIntent.LastPaymentError;

export function paymentError(decline: string, method: Stripe.PaymentMethod): PaymentError {
  const hasOwnCode = ownCodes.has(decline);
  return {
    type: 'card_error',
    code: hasOwnCode ? decline : decline === 'authentication_required' ? decline : 'card_declined',
    ...(!hasOwnCode && { decline_code: decline === 'card_declined' ? 'generic_decline' : decline }),
    charge: newId('ch'),
    doc_url: 'https://docs.stripe.com/error-codes/card-declined',
    message: messages[decline] ?? 'Your card was declined.',
    payment_method: method,
  };
}
