import type Stripe from 'stripe';
import { type Account, customerOf, emit, idOf, update } from './account.ts';
import { cardFor, declineOf, paymentError } from './cards.ts';
import { cancelIntent, createIntent, failIntent, intentOf, paymentOf, succeedIntent } from './payment-intents.ts';
import { refused, StripeFailure } from './stripe-error.ts';
import { onInvoiceFailed, onInvoicePaid, onInvoiceVoided, subscriptionOfInvoice } from './subscription-status.ts';

const day = 86_400;
/** Seconds until the next try, after each one that failed. */
const retryDelays = [3 * day, 4 * day];

/** Gives it a number, an address and, if something is to be paid, a payment intent. */
export function finalize(account: Account, invoice: Stripe.Invoice): void {
  const customer = customerOf(account, invoice.customer);
  const sequence = customer.next_invoice_sequence ?? 1;
  const balance = Math.min(0, invoice.total + customer.balance);
  const due = Math.max(0, invoice.total + customer.balance);
  const page = `${account.url}/invoices/${invoice.id}`;
  customer.next_invoice_sequence = sequence + 1;
  Object.assign(invoice, {
    status: 'open',
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    starting_balance: customer.balance,
    ending_balance: balance,
    amount_due: due,
    amount_remaining: due,
    automatically_finalizes_at: null,
    effective_at: account.now(),
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf`,
    status_transitions: { ...invoice.status_transitions, finalized_at: account.now() },
  } satisfies Partial<Stripe.Invoice>);
  update(account, 'customer.updated', customer, { balance });
  if (due > 0) createIntent(account, invoice);
  emit(account, 'invoice.finalized', invoice);
  if (due === 0) markPaid(account, invoice, null);
}

export type Charge = { method: Stripe.PaymentMethod | null; first?: boolean; retried?: boolean };

/** Tries to collect an open invoice. Returns what the bank said against it, or null. */
export function collect(account: Account, invoice: Stripe.Invoice, charge: Charge): Stripe.PaymentIntent | null {
  if (invoice.status !== 'open') return null;
  const intent = intentOf(account, invoice);
  const customerId = idOf(invoice.customer);
  const { method } = charge;
  const decline = method ? declineOf(account, method, customerId, charge.first ?? false) : 'missing_payment_method';
  if (method && decline === null) {
    succeedIntent(account, intent, method);
    markPaid(account, invoice, method.id);
    return null;
  }
  if (method) failIntent(account, intent, paymentError(decline ?? '', method));
  markFailed(account, invoice, charge.retried ?? false);
  return intent;
}

/** The card that would be charged for this invoice. */
export const cardForInvoice = (account: Account, invoice: Stripe.Invoice): Stripe.PaymentMethod | null =>
  cardFor(account, idOf(invoice.customer), subscriptionOfInvoice(account, invoice));

function markPaid(account: Account, invoice: Stripe.Invoice, method: string | null): void {
  const now = account.now();
  const wasTried = invoice.amount_due > 0;
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: Math.max(invoice.attempt_count, wasTried ? 1 : 0),
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  } satisfies Partial<Stripe.Invoice>);
  const payment = paymentOf(account, invoice);
  if (payment) {
    Object.assign(payment, { status: 'paid', amount_paid: invoice.amount_due });
    payment.status_transitions.paid_at = now;
    emit(account, 'invoice_payment.paid', payment);
  }
  emit(account, 'invoice.paid', invoice);
  emit(account, 'invoice.payment_succeeded', invoice);
  onInvoicePaid(account, invoice, method);
}

/** Any try counts as the first one; after that only the retries that Stripe makes by itself count. */
function markFailed(account: Account, invoice: Stripe.Invoice, isRetry: boolean): void {
  const tries = isRetry || invoice.attempt_count === 0 ? invoice.attempt_count + 1 : invoice.attempt_count;
  const delay = retryDelays[tries - 1];
  const isCollected = invoice.auto_advance === true && delay !== undefined;
  const next = isRetry || invoice.next_payment_attempt === null ? account.now() + (delay ?? 0) : null;
  update(account, 'invoice.updated', invoice, {
    attempted: true,
    attempt_count: tries,
    next_payment_attempt: isCollected ? (next ?? invoice.next_payment_attempt) : null,
  });
  emit(account, 'invoice.payment_failed', invoice);
  onInvoiceFailed(account, invoice);
}

/** POST /v1/invoices/:id/pay */
export function payInvoice(account: Account, invoice: Stripe.Invoice, method: Stripe.PaymentMethod | null) {
  if (invoice.status === 'paid') throw refused('Invoice is already paid', { code: 'invoice_already_paid' });
  if (invoice.status !== 'open') throw refused(`This invoice can't be paid: it is ${invoice.status}.`);
  const card = method ?? cardForInvoice(account, invoice);
  if (!card) {
    throw refused('There is no `default_payment_method` set on this Customer or Invoice. Set one to pay it.', {
      code: 'invoice_payment_intent_requires_action',
    });
  }
  const failed = collect(account, invoice, { method: card });
  if (failed) throw declined(failed);
  return invoice;
}

/** The answer to a request whose payment the bank refused. */
export function declined(intent: Stripe.PaymentIntent): StripeFailure {
  const { message = 'Your card was declined.', code, decline_code } = intent.last_payment_error ?? {};
  return new StripeFailure(402, message, {
    type: 'card_error',
    ...(code && { code }),
    ...(decline_code && { decline_code }),
    payment_intent: intent,
  });
}

export function voidInvoice(account: Account, invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.status !== 'open') throw refused(`You can only void open invoices. This one is ${invoice.status}.`);
  Object.assign(invoice, {
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: account.now() },
  } satisfies Partial<Stripe.Invoice>);
  if (paymentOf(account, invoice)) cancelIntent(account, intentOf(account, invoice));
  emit(account, 'invoice.voided', invoice);
  onInvoiceVoided(account, invoice);
  return invoice;
}
