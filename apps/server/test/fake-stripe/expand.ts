import { type Account, idOf } from './account.ts';
import { intentOf, paymentOf } from './payment-intents.ts';
import { refused } from './stripe-error.ts';
import { copyOf } from './state.ts';

type Resource = Record<string, unknown>;
type Kind = keyof typeof expandable;

/** What can be expanded in each resource, and what it becomes; null is a plain value that is left out unless asked for. */
const expandable = {
  customer: {
    'invoice_settings.default_payment_method': 'payment_method',
    tax_ids: 'tax_id',
    subscriptions: 'subscription',
  },
  subscription: { customer: 'customer', default_payment_method: 'payment_method', latest_invoice: 'invoice' },
  invoice: {
    customer: 'customer',
    default_payment_method: 'payment_method',
    confirmation_secret: null,
    payments: 'invoice_payment',
    'parent.subscription_details.subscription': 'subscription',
  },
  invoice_payment: { invoice: 'invoice', 'payment.payment_intent': 'payment_intent' },
  payment_intent: { customer: 'customer', payment_method: 'payment_method' },
  payment_method: { customer: 'customer' },
  price: {},
  tax_id: { customer: 'customer' },
  event: {},
  'billing_portal.session': {},
} as const satisfies Record<string, Record<string, string | null>>;

/** What is a list in its place: the path goes on with `data`. */
const lists = new Set(['tax_ids', 'subscriptions', 'payments']);
/** Stripe's own limit. */
const deepest = 4;

/** Refuses paths that do not exist, also where there is nothing to expand yet. In the answer of a list all begin with `data`. */
export function assertExpandable(kind: string, paths: readonly string[], isList: boolean): void {
  for (const path of paths) {
    if (path.split('.').length > deepest) {
      throw refused(`You cannot expand more than ${deepest} levels of a property. Property: ${path}`);
    }
    const isKnownThere = isList ? path.startsWith('data.') && isKnown(kind, path.slice(5)) : isKnown(kind, path);
    if (!isKnownThere) throw refused(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
}

function isKnown(kind: string, path: string): boolean {
  const found = entryFor(kind, path);
  if (!found) return false;
  const { name, becomes, rest } = found;
  if (rest === '') return true;
  if (becomes === null) return false;
  return lists.has(name) ? rest.startsWith('data.') && isKnown(becomes, rest.slice(5)) : isKnown(becomes, rest);
}

function entryFor(kind: string, path: string) {
  const known: Record<string, string | null> = expandable[kind as Kind] ?? {};
  const name = Object.keys(known).find((each) => path === each || path.startsWith(`${each}.`));
  return name === undefined ? null : { name, becomes: known[name] ?? null, rest: path.slice(name.length + 1) };
}

/** The answer: a copy with what was asked for in place of ids. */
export function expanded(account: Account, resource: object, paths: readonly string[]): Resource {
  const answer = copyOf(resource) as Resource;
  for (const path of paths) expandAt(account, answer, path);
  return answer;
}

function expandAt(account: Account, resource: Resource, path: string): void {
  if (resource['object'] === 'list') {
    for (const each of resource['data'] as Resource[]) expandAt(account, each, path.replace(/^data\./, ''));
    return;
  }
  const found = entryFor(String(resource['object']), path);
  if (!found) return;
  const { name, rest } = found;
  const steps = name.split('.');
  const last = steps.pop() ?? '';
  const parent = steps.reduce<Resource | null>((at, step) => (at?.[step] as Resource | null) ?? null, resource);
  if (!parent) return;
  const value =
    typeof parent[last] === 'object' && parent[last] ? parent[last] : valueOf(account, resource, last, parent);
  if (value === undefined) return;
  parent[last] = value;
  if (rest !== '' && value) expandAt(account, value as Resource, rest);
}

function valueOf(account: Account, resource: Resource, field: string, parent: Resource): unknown {
  return field in included ? included[field]?.(account, String(resource['id'])) : lookUp(account, parent[field]);
}

/** Fields that are left out unless asked for. */
const included: Record<string, (account: Account, id: string) => unknown> = {
  tax_ids: ({ state }, id) =>
    listOf(
      Object.values(state.taxIds).filter(({ customer }) => customer === id),
      `/v1/customers/${id}/tax_ids`,
    ),
  subscriptions: ({ state }, id) =>
    listOf(
      Object.values(state.subscriptions).filter(({ customer, ended_at }) => customer === id && !ended_at),
      `/v1/customers/${id}/subscriptions`,
    ),
  payments: ({ state }, id) =>
    listOf(
      Object.values(state.invoicePayments).filter(({ invoice }) => invoice === id),
      `/v1/invoice_payments`,
    ),
  confirmation_secret: (account, id) => {
    const invoice = account.state.invoices[id];
    if (invoice?.status !== 'open' || !paymentOf(account, invoice)) return null;
    return { client_secret: intentOf(account, invoice).client_secret, type: 'payment_intent' };
  },
};

const listOf = (data: readonly object[], url: string) => ({
  object: 'list',
  data: copyOf(data.toReversed()),
  has_more: false,
  url,
});

function lookUp({ state }: Account, reference: unknown): unknown {
  if (typeof reference !== 'string') return reference;
  const id = idOf(reference);
  const tables = [
    state.customers,
    state.deletedCustomers,
    state.subscriptions,
    state.invoices,
    state.paymentIntents,
    state.paymentMethods,
  ];
  const found = tables.map((table) => (table as Record<string, object>)[id]).find(Boolean);
  return found ? copyOf(found) : reference;
}
