import type Stripe from 'stripe';
import { type Account, customerOf, emit } from './account.ts';
import { newId } from './state.ts';

type NewInvoice = {
  customer: string;
  /** Null in the preview of a subscription that does not exist yet. */
  subscription: Stripe.Subscription | null;
  lines: Stripe.InvoiceLineItem[];
  reason: Stripe.Invoice.BillingReason;
  isCollected?: boolean;
};

/** A draft that is stored, and known to those who listen. */
export function createInvoice(account: Account, invoice: NewInvoice): Stripe.Invoice {
  const draft = draftInvoice(account, newId('in'), invoice);
  account.state.invoices[draft.id] = draft;
  emit(account, 'invoice.created', draft);
  return draft;
}

export function draftInvoice(account: Account, id: string, invoice: NewInvoice): Stripe.Invoice {
  const { lines, subscription, reason, isCollected = false } = invoice;
  const customer = customerOf(account, invoice.customer, 'customer');
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const due = Math.max(0, total + customer.balance);
  const starts = lines.map(({ period }) => period.start);
  const now = account.now();
  return {
    id,
    object: 'invoice',
    ...unused,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    auto_advance: isCollected,
    billing_reason: reason,
    created: now,
    currency: 'usd',
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    effective_at: null,
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: {
      object: 'list',
      data: lines.map((line) => ({ ...line, invoice: id })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    next_payment_attempt: null,
    number: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    // The invoice's own period looks back; that of what is bought is in its lines.
    period_end: now,
    period_start: reason === 'subscription_cycle' ? Math.min(now, ...starts) : now,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
    webhooks_delivered_at: now,
  };
}

/** What Waggle never uses: taxes, discounts, shipping, connected accounts. */
const unused = {
  account_country: 'US',
  account_name: 'Waggle',
  account_tax_ids: null,
  amount_shipping: 0,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  footer: null,
  from_invoice: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
} satisfies Partial<Stripe.Invoice>;
