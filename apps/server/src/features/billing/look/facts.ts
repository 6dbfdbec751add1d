import type Stripe from 'stripe';
import type { Billing } from '../parts.ts';
import { stripeOf } from '../parts.ts';

/** All that Stripe knows of a customer and we show or decide by. */
export type Facts = {
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  subscriptions: readonly Stripe.Subscription[];
  /** The newest, open ones among them. */
  invoices: readonly Stripe.Invoice[];
  declineCode: string | null;
};

export const shownInvoices = 24;

export async function askFacts(billing: Billing, customerId: string): Promise<Facts> {
  const stripe = stripeOf(billing);
  const [customer, subscriptions, invoices] = await Promise.all([
    stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method', 'tax_ids'] }),
    stripe.subscriptions.list({
      customer: customerId,
      status: 'all',
      limit: 100,
      expand: ['data.default_payment_method'],
    }),
    stripe.invoices.list({ customer: customerId, limit: shownInvoices }),
  ]);
  const due = invoices.data.findLast(isDue);
  const declineCode = due?.id === undefined ? null : await declineCodeOf(stripe, due.id);
  return { customer, subscriptions: subscriptions.data, invoices: invoices.data, declineCode };
}

/** A payment of it has failed. */
export const isDue = ({ status, attempt_count: attempts }: Stripe.Invoice): boolean =>
  status === 'open' && attempts > 0;

async function declineCodeOf(stripe: Stripe, invoice: string): Promise<string | null> {
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 10, expand: ['data.payment.payment_intent'] });
  const intents = data.flatMap(({ payment: { payment_intent: intent } }) =>
    typeof intent === 'object' ? [intent] : [],
  );
  const error = intents.map((intent) => intent?.last_payment_error).find((error) => error);
  return error?.decline_code ?? error?.code ?? null;
}
