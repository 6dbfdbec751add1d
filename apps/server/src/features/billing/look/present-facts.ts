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
  // Where the subscription has a card of its own, that one is charged.
  const own = subscriptions.find(({ id }) => id === subscriptionId)?.default_payment_method;
  return {
    ...cardOf(own ?? customer.invoice_settings.default_payment_method),
    billed_email: short(customer.email, 512),
    billed_name: short(customer.name, 256),
    billed_address: customer.address ? lineOf(customer.address) : null,
    tax_id: short(customer.tax_ids?.data[0]?.value, 100),
  };
}

function cardOf(method: string | Stripe.PaymentMethod | null | undefined) {
  const card = typeof method === 'object' ? method?.card : undefined;
  return { card_brand: short(card?.brand, 40), card_last4: short(card?.last4, 4) };
}

const short = (text: string | null | undefined, most: number): string | null => text?.slice(0, most) ?? null;

const lineOf = ({ line1, line2, postal_code: code, city, state, country }: Stripe.Address): string | null =>
  [line1, line2, [code, city].filter(Boolean).join(' '), state, country].filter(Boolean).join(', ').slice(0, 1_000) ||
  null;

/** Drafts are not yet anybody's business, and what is uncollectible is shown as what it is to the person: open. */
const invoices = ({ invoices: all }: Facts, prices: Pick<Prices, 'tierOf'>, now: Date): InvoiceRow[] =>
  all.flatMap((invoice) => {
    const state = stateOf(invoice, now);
    if (!state || !invoice.id) return [];
    const bought = invoice.lines.data.map(({ pricing }) => pricing?.price_details?.price);
    return [
      {
        id: invoice.id,
        number: invoice.number,
        created_at: new Date(invoice.created * 1_000),
        // The last line of an upgrade is the new plan; the ones before give back the old one.
        tier:
          bought
            .map((price) => prices.tierOf(typeof price === 'string' ? price : (price?.id ?? '')))
            .findLast(Boolean) ?? null,
        state,
        amount: invoice.total,
        currency: invoice.currency.toUpperCase(),
        url: invoice.hosted_invoice_url ?? null,
        pdf_url: invoice.invoice_pdf ?? null,
      },
    ];
  });

function stateOf(invoice: Stripe.Invoice, now: Date): Invoice['state'] | undefined {
  if (invoice.status === 'paid') return 'paid';
  if (invoice.status === 'void') return 'void';
  if (invoice.status === 'draft' || invoice.status === null) return undefined;
  return isDue(invoice, now) ? 'past-due' : 'open';
}

export const presentFacts = { customer, invoices };
