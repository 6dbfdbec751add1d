import { isCurrency, largestAmount } from '@waggle/contracts/money';
import { z } from 'zod';
import { type Buyer, buyerOf, maybeEmail, name, nothing, plain, type Reported, text, unusable } from './reported.ts';

const StripeEvent = z.object({
  type: z.string(),
  data: z.object({ object: z.looseObject({ id: text }) }),
});
const stripeAmount = z.number().int().min(0).max(largestAmount);
const StripeCharge = z.object({
  id: text,
  payment_intent: text.nullish(),
  amount: stripeAmount,
  amount_refunded: stripeAmount.default(0),
  currency: text,
  created: z.number().int().min(0).max(4_102_444_800),
  paid: z.boolean().default(true),
  description: z.string().nullish().catch(null),
  receipt_email: maybeEmail,
  billing_details: z.object({ email: maybeEmail, name }).nullish(),
});
const StripeSession = z.object({
  id: text,
  payment_intent: text.nullish(),
  payment_status: z.string(),
  amount_total: stripeAmount,
  currency: text,
  created: z.number().int().min(0).max(4_102_444_800),
  customer_details: z.object({ email: maybeEmail, name }).nullish(),
});

/** Stripe counts ISK and UGX in hundredths, although they have none. */
function stripeToOurs(amount: number, currency: string): number {
  return currency === 'ISK' || currency === 'UGX' ? Math.round(amount / 100) : amount;
}

export function readStripe(told: unknown): Reported {
  const event = StripeEvent.safeParse(told);
  if (!event.success) return unusable("A report isn't an event of Stripe.");
  const { type, data } = event.data;
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  return reader ? reader(data.object) : nothing;
}

const readers: Readonly<Record<string, (object: unknown) => Reported>> = {
  'checkout.session.completed': readSession,
  'checkout.session.async_payment_succeeded': readSession,
  'charge.succeeded': readCharge,
  'charge.refunded': readRefund,
};
const noAmount = unusable('A charge of Stripe has no amount.');

function readSession(object: unknown): Reported {
  const session = StripeSession.safeParse(object);
  if (!session.success) return unusable('A checkout session of Stripe has no amount.');
  const {
    id,
    payment_intent,
    payment_status,
    amount_total: amount,
    customer_details: by,
    currency,
    created,
  } = session.data;
  if (payment_status !== 'paid') return nothing;
  const buyer = buyerOf(by?.email, by?.name);
  return stripeOrder(payment_intent ?? id, currency, { amount, created, description: null, buyer });
}

function readCharge(object: unknown): Reported {
  const charge = StripeCharge.safeParse(object);
  if (!charge.success) return noAmount;
  const { id, payment_intent, amount, currency, created, billing_details: by, receipt_email, paid } = charge.data;
  if (!paid) return nothing;
  const buyer = buyerOf(by?.email ?? receipt_email, by?.name);
  return stripeOrder(payment_intent ?? id, currency, {
    amount,
    created,
    description: plain(charge.data.description),
    buyer,
  });
}

/** It tells the sum of all refunds of the charge, each time. */
function readRefund(object: unknown): Reported {
  const charge = StripeCharge.safeParse(object);
  if (!charge.success) return noAmount;
  const { id, payment_intent, amount_refunded } = charge.data;
  const currency = charge.data.currency.toUpperCase();
  const amount = stripeToOurs(amount_refunded, currency);
  return { what: 'refund', key: payment_intent ?? id, refundKey: 'all', amount, currency, at: new Date() };
}

type StripePaid = { amount: number; created: number; description: string | null; buyer: Buyer | null };

function stripeOrder(key: string, code: string, { amount, created, description, buyer }: StripePaid): Reported {
  const currency = code.toUpperCase();
  if (!isCurrency(currency)) return unusable('An order has an unknown currency.');
  const at = new Date(created * 1_000);
  return {
    what: 'order',
    key,
    orderName: key.slice(0, 100),
    description,
    buyer,
    amount: stripeToOurs(amount, currency),
    currency,
    at,
  };
}
