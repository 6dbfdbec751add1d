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

/**
 * `unpaid` is `past_due` after the last retry, where the operator has chosen that: its open invoice still revives it, so that a
 * second subscription beside it would be charged too.
 */
export const liveStatuses: ReadonlySet<Stripe.Subscription.Status> = new Set([
  'active',
  'trialing',
  'past_due',
  'unpaid',
]);

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
  const due = invoices.data.findLast(hasFailed);
  const declineCode = due?.id === undefined ? null : await declineCodeOf(stripe, due.id);
  return { customer, subscriptions: subscriptions.data, invoices: invoices.data, declineCode };
}

const hasFailed = ({ status, attempt_count: attempts }: Stripe.Invoice): boolean => status === 'open' && attempts > 0;

/** A payment of it has failed, or it was sent by email, which is never tried, and not paid by its day. */
export const isDue = (invoice: Stripe.Invoice, now: Date): boolean =>
  hasFailed(invoice) || (invoice.status === 'open' && isSent(invoice) && dueSince(invoice) * 1_000 <= now.getTime());

const isSent = ({ collection_method: method, due_date: day }: Stripe.Invoice): boolean =>
  method === 'send_invoice' && day !== null;

/** In seconds. */
export const dueSince = (invoice: Stripe.Invoice): number =>
  (isSent(invoice) ? invoice.due_date : null) ?? invoice.created;

async function declineCodeOf(stripe: Stripe, invoice: string): Promise<string | null> {
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 10, expand: ['data.payment.payment_intent'] });
  const intents = data.flatMap(({ payment: { payment_intent: intent } }) =>
    typeof intent === 'object' ? [intent] : [],
  );
  const error = intents.map((intent) => intent?.last_payment_error).find((error) => error);
  return error?.decline_code ?? error?.code ?? null;
}
