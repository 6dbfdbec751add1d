import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Account, invoiceOf } from './account.ts';
import type { Hash } from './form-body.ts';
import { invoicePage, invoicePdf } from './invoice-page.ts';
import { payFromPage } from './page-card.ts';
import { answerPortal } from './portal-page.ts';
import { StripeFailure } from './stripe-error.ts';

export type PageRequest = { method: string; path: string; params: Hash };
export type Page = { type: string; body: string } | { location: string };

const file = (name: string): string => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');
const files: Record<string, () => Page> = {
  '/card.js': () => ({ type: 'text/javascript', body: file('card.js') }),
  '/card-frame': () => ({ type: 'text/html', body: file('card-frame.html') }),
};

/** What people see of Stripe: its card script, its portal, its invoices. */
export function answerPage(account: Account, request: PageRequest, response: ServerResponse): void {
  try {
    const page = pageFor(account, request);
    if (!page) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    else if ('location' in page) response.writeHead(303, { location: page.location }).end();
    else response.writeHead(200, { 'content-type': `${page.type}; charset=utf-8` }).end(page.body);
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    response.writeHead(error.status, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message);
  }
}

function pageFor(account: Account, request: PageRequest): Page | null {
  const own = files[request.path];
  if (own) return own();
  const [, area, id = '', action = ''] = /^\/(portal|invoices)\/([^/]+)(?:\/([^/]+))?$/.exec(request.path) ?? [];
  if (area === 'portal') return answerPortal(account, request, id, action);
  if (area !== 'invoices') return null;
  const invoice = invoiceOf(account, id);
  if (action === 'pdf') return { type: 'application/pdf', body: invoicePdf(invoice) };
  if (request.method === 'POST') payFromPage(account, invoice, request.params);
  return { type: 'text/html', body: invoicePage(account, invoice) };
}
