import type Stripe from 'stripe';
import { idOf, invoiceOf } from './account.ts';
import { paymentMethodOf } from './cards.ts';
import { endpoint, expand, paging } from './endpoint.ts';
import { payInvoice, voidInvoice } from './invoices.ts';
import { assertCustomer, isWithin, matches, page } from './lists.ts';
import { previewInvoice } from './previews.ts';
import { subscriptionOfInvoice } from './subscription-status.ts';

export const invoiceEndpoints = [
  endpoint<Stripe.InvoiceListParams>({
    at: 'GET /v1/invoices',
    answers: 'invoice',
    rules: {
      ...paging,
      ...expand,
      created: 'range',
      customer: 'text',
      status: { oneOf: ['draft', 'open', 'paid', 'uncollectible', 'void'] },
      subscription: 'text',
    },
    run(account, params) {
      assertCustomer(account, params.customer);
      const rows = Object.values(account.state.invoices).filter(
        (invoice) =>
          matches<unknown>(invoice.customer, params.customer) &&
          matches<unknown>(invoice.status, params.status) &&
          matches(subscriptionOfInvoice(account, invoice)?.id, params.subscription) &&
          isWithin(invoice.created, params.created),
      );
      return page(rows, '/v1/invoices', params);
    },
  }),
  endpoint<Stripe.InvoiceCreatePreviewParams>({
    at: 'POST /v1/invoices/create_preview',
    answers: 'invoice',
    rules: {
      ...expand,
      customer: 'text',
      preview_mode: { oneOf: ['next', 'recurring'] },
      subscription: 'text',
      subscription_details: {
        fields: {
          items: { each: { fields: { id: 'text', price: 'text', quantity: 'integer' } } },
          proration_behavior: { oneOf: ['always_invoice', 'create_prorations', 'none'] },
          proration_date: 'integer',
        },
      },
    },
    run: previewInvoice,
  }),
  endpoint<Stripe.InvoiceRetrieveParams>({
    at: 'GET /v1/invoices/:id',
    answers: 'invoice',
    rules: expand,
    run: (account, _params, id) => invoiceOf(account, id),
  }),
  endpoint<Stripe.InvoicePayParams>({
    at: 'POST /v1/invoices/:id/pay',
    answers: 'invoice',
    rules: { ...expand, off_session: 'boolean', payment_method: 'text' },
    run: (account, { payment_method: method }, id) =>
      payInvoice(account, invoiceOf(account, id), method === undefined ? null : paymentMethodOf(account, method)),
  }),
  endpoint<Stripe.InvoiceVoidInvoiceParams>({
    at: 'POST /v1/invoices/:id/void',
    answers: 'invoice',
    rules: expand,
    run: (account, _params, id) => voidInvoice(account, invoiceOf(account, id)),
  }),
  endpoint<Stripe.InvoicePaymentListParams>({
    at: 'GET /v1/invoice_payments',
    answers: 'invoice_payment',
    rules: {
      ...paging,
      ...expand,
      invoice: 'text',
      payment: { fields: { type: { oneOf: ['payment_intent'] }, payment_intent: 'text' } },
      status: { oneOf: ['canceled', 'open', 'paid'] },
    },
    run({ state }, params) {
      const rows = Object.values(state.invoicePayments).filter(
        ({ invoice, payment, status }) =>
          matches(idOf(invoice), params.invoice) &&
          matches(idOf(payment.payment_intent), params.payment?.payment_intent) &&
          matches<unknown>(status, params.status),
      );
      return page(rows, '/v1/invoice_payments', params);
    },
  }),
];
