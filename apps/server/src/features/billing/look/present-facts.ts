import type { Invoice } from '@waggle/contracts/billing';
import type Stripe from 'stripe';
import type { AccountRow, InvoiceRow } from '../queries.ts';
import type { Prices } from '../stripe/prices.ts';
import { type Facts, isDue } from './facts.ts';

type CustomerColumns = Pick<
  AccountRow,
  'card_brand' | 'card_last4' | 'billed_email' | 'billed_name' | 'billed_address' | 'tax_id'
>;

const nobody: CustomerColumns = {
  card_brand: null,
  card_last4: null,
  billed_email: null,
  billed_name: null,
  billed_address: null,
  tax_id: null,
};

/** Who pays and with what. */
function customer({ customer, subscriptions }: Facts, subscriptionId: string | undefined): CustomerColumns {
  if (customer.deleted) return nobody;
  const own = subscriptions.find(({ id }) => id === subscriptionId)?.default_payment_method;
  const method = own ?? customer.invoice_settings.default_payment_method;
  const card = typeof method === 'object' ? method?.card : undefined;
  return {
    card_brand: card?.brand.slice(0, 40) ?? null,
    card_last4: card?.last4.slice(0, 4) ?? null,
    billed_email: customer.email?.slice(0, 512) ?? null,
    billed_name: customer.name?.slice(0, 256) ?? null,
    billed_address: customer.address ? lineOf(customer.address) : null,
    tax_id: customer.tax_ids?.data[0]?.value.slice(0, 100) ?? null,
  };
}

const lineOf = ({ line1, line2, postal_code: code, city, state, country }: Stripe.Address): string | null =>
  [line1, line2, [code, city].filter(Boolean).join(' '), state, country].filter(Boolean).join(', ').slice(0, 1_000) ||
  null;

/** Drafts are not yet anybody's business, and what is uncollectible is shown as what it is to the person: open. */
const invoices = ({ invoices: all }: Facts, tierOf: Prices['tierOf']): InvoiceRow[] =>
  all.flatMap((invoice) => {
    const state = stateOf(invoice);
    if (!state || !invoice.id) return [];
    const prices = invoice.lines.data.map(({ pricing }) => pricing?.price_details?.price);
    return [
      {
        id: invoice.id,
        number: invoice.number,
        created_at: new Date(invoice.created * 1_000),
        // The last line of an upgrade is the new plan; the ones before give back the old one.
        tier:
          prices.map((price) => tierOf(typeof price === 'string' ? price : (price?.id ?? ''))).findLast(Boolean) ??
          null,
        state,
        amount: invoice.total,
        currency: invoice.currency.toUpperCase(),
        url: invoice.hosted_invoice_url ?? null,
        pdf_url: invoice.invoice_pdf ?? null,
      },
    ];
  });

function stateOf(invoice: Stripe.Invoice): Invoice['state'] | undefined {
  if (invoice.status === 'paid') return 'paid';
  if (invoice.status === 'void') return 'void';
  if (invoice.status === 'draft' || invoice.status === null) return undefined;
  return isDue(invoice) ? 'past-due' : 'open';
}

export const presentFacts = { customer, invoices };
