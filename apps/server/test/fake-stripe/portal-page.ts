import type Stripe from 'stripe';
import { type Account, customerOf, itemOf, update } from './account.ts';
import { cancellation } from './cancellation.ts';
import { cardFor, replaceDefaultCard } from './cards.ts';
import type { Hash } from './form-body.ts';
import { cardFields, cardIn, escaped, money, page, payFromPage } from './page-card.ts';
import { productNameOf } from './prices.ts';
import { missing } from './stripe-error.ts';
import { cancelNow, openInvoicesOf } from './subscription-status.ts';

type Page = { type: string; body: string } | { location: string };
type Request = { method: string; params: Hash };

/** The customer portal: the card, the open invoices, and the end of the subscription. */
export function answerPortal(account: Account, { method, params }: Request, id: string, action: string): Page {
  const session = account.state.portalSessions[id];
  if (!session) throw missing('billing_portal.session', id);
  if (method !== 'POST') return { type: 'text/html', body: portalPage(account, session) };
  act(account, session, action, params);
  const { type, redirect } = session.flow?.after_completion ?? {};
  return { location: (type === 'redirect' && redirect?.return_url) || `/portal/${id}` };
}

function act(account: Account, session: Stripe.BillingPortal.Session, action: string, params: Hash): void {
  const subscriptions = running(account, session.customer);
  if (action === 'card') replaceDefaultCard(account, session.customer, cardIn(params));
  for (const subscription of subscriptions) {
    if (action === 'pay')
      for (const invoice of openInvoicesOf(account, subscription)) payFromPage(account, invoice, {});
    if (action === 'cancel-now') cancelNow(account, subscription);
    if (action !== 'cancel' && action !== 'renew') continue;
    const change = cancellation(account, subscription, { cancel_at_period_end: action === 'cancel' });
    update(account, 'customer.subscription.updated', subscription, change);
  }
}

const running = (account: Account, customer: string): Stripe.Subscription[] =>
  Object.values(account.state.subscriptions).filter((each) => each.customer === customer && !each.ended_at);

function portalPage(account: Account, session: Stripe.BillingPortal.Session): string {
  const customer = customerOf(account, session.customer);
  const subscriptions = running(account, session.customer);
  const form = (action: string, label: string, fields = '') =>
    `<form method="post" action="/portal/${session.id}/${action}">${fields}<button>${label}</button></form>`;
  const card = cardFor(account, customer.id, subscriptions[0] ?? null)?.card;
  const open = subscriptions.flatMap((subscription) => openInvoicesOf(account, subscription));
  const owed = open.reduce((sum, { amount_remaining }) => sum + amount_remaining, 0);
  const back = session.return_url
    ? `<p><a href="${escaped(session.return_url)}">Return to ${escaped(new URL(session.return_url).host)}</a></p>`
    : '';
  return page(
    'Billing portal',
    `<p>${escaped(customer.email ?? customer.id)}</p>
    ${subscriptions.map(describe).join('')}
    ${open.length > 0 ? form('pay', `Pay ${money(owed, 'usd')}`) : ''}
    <h2>Card</h2><p>${card ? `${card.brand} ending in ${card.last4}` : 'None'}</p>${form('card', 'Update card', cardFields)}
    ${subscriptions.length > 0 ? form('cancel', 'Cancel at period end') + form('renew', "Don't cancel") : ''}
    ${subscriptions.length > 0 ? form('cancel-now', 'Cancel now') : ''}${back}`,
  );
}

function describe(subscription: Stripe.Subscription): string {
  const { price, current_period_end: end } = itemOf(subscription);
  const day = new Date(end * 1_000).toISOString().slice(0, 10);
  const until = subscription.cancel_at_period_end ? `ends on ${day}` : `renews on ${day}`;
  return `<p>${escaped(productNameOf(price))}: ${subscription.status}, ${until}.</p>`;
}
