import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { newPrice } from './prices.ts';

/** Everything the fake knows; plain data, so that a demo can keep it in a file. */
export type State = {
  customers: Record<string, Stripe.Customer>;
  deletedCustomers: Record<string, Stripe.DeletedCustomer>;
  taxIds: Record<string, Stripe.TaxId>;
  paymentMethods: Record<string, Stripe.PaymentMethod>;
  prices: Record<string, Stripe.Price>;
  subscriptions: Record<string, Stripe.Subscription>;
  invoices: Record<string, Stripe.Invoice>;
  /** Prorations that wait for the next invoice, by subscription. */
  pendingLines: Record<string, Stripe.InvoiceLineItem[]>;
  invoicePayments: Record<string, Stripe.InvoicePayment>;
  paymentIntents: Record<string, Stripe.PaymentIntent>;
  portalSessions: Record<string, Stripe.BillingPortal.Session>;
  events: Record<string, Stripe.Event>;
  /** The number of each card decides what becomes of its payments. Stripe never gives it away, and neither does the fake. */
  cardNumbers: Record<string, string>;
  declines: { next: string[]; ofCustomer: Record<string, string> };
  /** What becomes of a subscription when the last retry failed: a setting of the dashboard. */
  afterLastRetry: 'cancel' | 'unpaid' | 'past_due';
  /** Seconds by which its clock is ahead of the machine's. */
  clockOffset: number;
};

/** Prices of one month in cents; the ids stay the same over restarts, because configurations name them. */
export const fakePrices = {
  core: 'price_1FakeCore00000000000000',
  plus: 'price_1FakePlus00000000000000',
  system: 'price_1FakeSystem000000000000',
} as const;

export function newState(startsAt: number): State {
  const prices = [
    newPrice({ id: fakePrices.core, nickname: 'Core', amount: 2_900, created: startsAt }),
    newPrice({ id: fakePrices.plus, nickname: 'Plus', amount: 7_900, created: startsAt }),
    newPrice({ id: fakePrices.system, nickname: 'System', amount: 19_900, created: startsAt }),
  ];
  return {
    customers: {},
    deletedCustomers: {},
    taxIds: {},
    paymentMethods: {},
    prices: Object.fromEntries(prices.map((price) => [price.id, price])),
    subscriptions: {},
    invoices: {},
    pendingLines: {},
    invoicePayments: {},
    paymentIntents: {},
    portalSessions: {},
    events: {},
    cardNumbers: {},
    declines: { next: [], ofCustomer: {} },
    afterLastRetry: 'past_due',
    clockOffset: startsAt - Math.floor(Date.now() / 1_000),
  };
}

/** An id in the form of Stripe's, which never begins with a number after the prefix and so keeps the order of a record. */
export const newId = (prefix: string, bytes = 12): string => `${prefix}_1F${randomBytes(bytes).toString('hex')}`;

/** A copy without shared parts. Decimals become the strings that Stripe sends. */
export const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
