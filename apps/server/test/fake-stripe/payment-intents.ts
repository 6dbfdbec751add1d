import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { type Account, emit, idOf } from './account.ts';
import { attach, cardFor } from './cards.ts';
import { newId } from './state.ts';
import { subscriptionOfInvoice } from './subscription-status.ts';

/** What an open invoice is paid by, and the record that ties the two. */
export function createIntent(account: Account, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const id = newId('pi');
  const customer = idOf(invoice.customer);
  const card = cardFor(account, customer, subscriptionOfInvoice(account, invoice));
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created: account.now(),
    currency: invoice.currency,
    customer,
    customer_account: null,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: card?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: card ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  account.state.paymentIntents[id] = intent;
  tie(account, invoice, id);
  emit(account, 'payment_intent.created', intent);
  return intent;
}

function tie(account: Account, invoice: Stripe.Invoice, intent: string): void {
  const id = newId('inpay');
  account.state.invoicePayments[id] = {
    id,
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
}

export const paymentOf = (account: Account, invoice: Stripe.Invoice): Stripe.InvoicePayment | undefined =>
  Object.values(account.state.invoicePayments).find((payment) => payment.invoice === invoice.id);

export function intentOf(account: Account, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const intent = account.state.paymentIntents[idOf(paymentOf(account, invoice)?.payment.payment_intent)];
  if (!intent) throw new Error(`${invoice.id} has no payment intent`);
  return intent;
}

export const invoiceOfIntent = (account: Account, intent: Stripe.PaymentIntent): Stripe.Invoice | undefined => {
  const payments = Object.values(account.state.invoicePayments);
  return account.state.invoices[idOf(payments.find(({ payment }) => payment.payment_intent === intent.id)?.invoice)];
};

export function succeedIntent(account: Account, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  attach(account, method, idOf(intent.customer));
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: newId('ch'),
    payment_method: method.id,
  } satisfies Partial<Stripe.PaymentIntent>);
  emit(account, 'payment_intent.succeeded', intent);
}

/** A card that was refused is not kept, so the intent asks for another one. */
export function failIntent(
  account: Account,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    last_payment_error: error,
    latest_charge: error.charge ?? null,
    payment_method: null,
  } satisfies Partial<Stripe.PaymentIntent>);
  emit(account, 'payment_intent.payment_failed', intent);
}

export function cancelIntent(account: Account, intent: Stripe.PaymentIntent): void {
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: account.now(),
    cancellation_reason: 'void_invoice',
  } satisfies Partial<Stripe.PaymentIntent>);
  emit(account, 'payment_intent.canceled', intent);
}
