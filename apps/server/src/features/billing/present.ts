import type { BillingState, Invoice } from '@waggle/contracts/billing';
import type { z } from 'zod';
import type { AccountRow, InvoiceRow } from './queries.ts';

type State = z.input<typeof BillingState>;
type Shown = Pick<State, 'subscription' | 'pastDue' | 'card' | 'billedTo'>;

export function presentAccount(row: AccountRow | undefined, now: Date): Shown {
  if (!row) return { subscription: null, pastDue: null, card: null, billedTo: null };
  return {
    subscription: subscriptionOf(row),
    pastDue: pastDueOf(row, now),
    card: row.card_brand && row.card_last4 ? { brand: row.card_brand, last4: row.card_last4 } : null,
    billedTo: {
      email: row.billed_email,
      name: row.billed_name,
      address: row.billed_address,
      taxId: row.tax_id,
    },
  };
}

function subscriptionOf(row: AccountRow): State['subscription'] {
  const { tier, status, price_amount: amount, price_currency: currency, period_ends_at: endsAt } = row;
  if (!tier || !status || amount === null || !currency || !endsAt) return null;
  return {
    tier,
    status,
    price: { amount, currency },
    periodEndsAt: endsAt.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
  };
}

function pastDueOf(row: AccountRow, now: Date): State['pastDue'] {
  const { due_amount: amount, due_currency: currency, grace_ends_at: graceEndsAt, next_try_at: nextTry } = row;
  if (!row.due_invoice_id || amount === null || !currency || !graceEndsAt) return null;
  const isOver = graceEndsAt <= now;
  const tries = [
    ...row.declined_at.map((at) => ({ at: at.toISOString(), outcome: 'declined' as const })),
    ...(nextTry && nextTry > now ? [{ at: nextTry.toISOString(), outcome: 'next' as const }] : []),
    { at: graceEndsAt.toISOString(), outcome: 'plan-ends' as const },
  ];
  return {
    due: { amount, currency },
    reason: row.decline_reason ?? 'other',
    tries,
    graceEndsAt: graceEndsAt.toISOString(),
    isOver,
    invoiceUrl: row.due_url,
  };
}

export const presentInvoice = ({ created_at: at, amount, currency, pdf_url: pdfUrl, ...row }: InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  createdAt: at.toISOString(),
  tier: row.tier,
  state: row.state,
  total: { amount, currency },
  url: row.url,
  pdfUrl,
});
