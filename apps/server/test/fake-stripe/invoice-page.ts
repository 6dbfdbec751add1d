import type Stripe from 'stripe';
import type { Account } from './account.ts';
import { cardForInvoice } from './invoices.ts';
import { cardFields, escaped, money, page } from './page-card.ts';

/** Stripe's page of one invoice, where an open one is paid. */
export function invoicePage(account: Account, invoice: Stripe.Invoice): string {
  const card = cardForInvoice(account, invoice)?.card;
  const lines = invoice.lines.data.map(
    ({ description, amount }) => `<li>${escaped(description ?? '')}: ${money(amount, invoice.currency)}</li>`,
  );
  const total = money(invoice.amount_due, invoice.currency);
  const stored = card
    ? `<form method="post"><button>Pay ${total} with card ending in ${card.last4}</button></form>`
    : '';
  const pay = `${stored}<form method="post">${cardFields}<button>Pay ${total}</button></form>`;
  return page(
    `Invoice ${invoice.number ?? 'draft'}`,
    `<p>Status: ${invoice.status}. Total ${total}.</p><ul>${lines.join('')}</ul>${invoice.status === 'open' ? pay : ''}
    <p><a href="/invoices/${invoice.id}/pdf">Download PDF</a></p>`,
  );
}

/** One page with one line, which PDF readers open. */
export function invoicePdf(invoice: Stripe.Invoice): string {
  const said = `Invoice ${invoice.number ?? 'draft'} ${money(invoice.total, invoice.currency)} ${invoice.status}`;
  const content = `BT /F1 18 Tf 72 720 Td (${said.replaceAll(/[()\\]/g, '')}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = pdf.length;
    pdf += `${at + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${pdf}${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF`;
}
