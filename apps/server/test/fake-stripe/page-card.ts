import type Stripe from 'stripe';
import { type Account, idOf } from './account.ts';
import { type Card, isTestCard, replaceDefaultCard } from './cards.ts';
import type { Hash } from './form-body.ts';
import { cardForInvoice, collect } from './invoices.ts';
import { refused } from './stripe-error.ts';

/** The fields of a card, with labels that a browser test finds. */
export const cardFields = `
  <label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number" required></label>
  <label>Expiry <input name="expiry" placeholder="MM / YY" autocomplete="cc-exp" required></label>
  <label>CVC <input name="cvc" inputmode="numeric" autocomplete="cc-csc" required></label>`;

const typed = (params: Hash, name: string): string => {
  const value = params[name];
  return typeof value === 'string' ? value : '';
};

export function cardIn(params: Hash): Card {
  const digits = typed(params, 'number').replaceAll(/\D/g, '');
  if (!isTestCard(digits)) throw refused('Your card number is incorrect. Use one of the test cards.');
  const [month = '', year = ''] = typed(params, 'expiry').split('/');
  return { number: digits, expMonth: Number(month.trim()), expYear: 2_000 + Number(year.trim().slice(-2)) };
}

/** Pays with the card that was typed in, or else with the stored one. */
export function payFromPage(account: Account, invoice: Stripe.Invoice, params: Hash): void {
  const renewed = params['number'] ? replaceDefaultCard(account, idOf(invoice.customer), cardIn(params)) : null;
  const method = renewed ?? cardForInvoice(account, invoice);
  if (!method) throw refused('There is no card to pay with. Go back and add one.');
  const failed = collect(account, invoice, { method });
  if (failed) throw refused(failed.last_payment_error?.message ?? 'Your card was declined.');
}

export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);

export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:16px system-ui;max-width:36rem;margin:2rem auto;padding:0 1rem}form{margin:1rem 0}
label{display:block;margin:.5rem 0}input{display:block;font:inherit;padding:.4rem;width:100%;box-sizing:border-box}
button{font:inherit;padding:.5rem 1rem}</style></head><body><h1>${title}</h1>${body}</body></html>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
