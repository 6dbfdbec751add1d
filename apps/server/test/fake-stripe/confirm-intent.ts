import type Stripe from 'stripe';
import { type Account, idOf } from './account.ts';
import { collect, declined } from './invoices.ts';
import { invoiceOfIntent } from './payment-intents.ts';
import { missing, refused } from './stripe-error.ts';

export function readIntent(account: Account, id: string): Stripe.PaymentIntent {
  const intent = account.state.paymentIntents[id];
  if (!intent) throw missing('payment_intent', id);
  return intent;
}

/** Pays with this card, or with the one the intent already has. A decline is an answer 402. */
export function confirmIntent(account: Account, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod | null) {
  const card = method ?? account.state.paymentMethods[idOf(intent.payment_method)] ?? null;
  const invoice = invoiceOfIntent(account, intent);
  if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status) || !invoice) {
    throw refused(
      `You cannot confirm this PaymentIntent because it has already ${intent.status} after being previously confirmed.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    );
  }
  if (!card) {
    throw refused('You cannot confirm this PaymentIntent because it is missing a payment method.', {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent,
    });
  }
  const failed = collect(account, invoice, { method: card, first: true });
  if (failed) throw declined(failed);
  return intent;
}
