import Stripe from 'stripe';
import { missing, refused } from './stripe-error.ts';
import { copyOf, newId, type State } from './state.ts';

/** One Stripe account: its data, its clock, and where its events go. */
export type Account = {
  /** Address of the fake, where its pages are. */
  url: string;
  state: State;
  /** In seconds, as everywhere at Stripe. */
  now(): number;
  /** The API request under way, which the events it causes name. */
  request: Stripe.Event.Request | null;
  publish(event: Stripe.Event): void;
};

type EventType =
  | `customer.${'created' | 'updated' | 'deleted'}`
  | `customer.subscription.${'created' | 'updated' | 'deleted' | 'pending_update_applied' | 'pending_update_expired'}`
  | `invoice.${'created' | 'finalized' | 'paid' | 'payment_succeeded' | 'payment_failed' | 'updated' | 'voided'}`
  | 'invoice_payment.paid'
  | `payment_intent.${'created' | 'succeeded' | 'payment_failed' | 'canceled'}`
  | 'payment_method.attached';
/** What each event is about, as the SDK knows it. */
type Subjects = { [E in Extract<Stripe.Event, { type: EventType }> as E['type']]: E['data']['object'] };

/** Records an event with the object as it is now, and hands it to the webhooks. */
export function emit<T extends EventType>(account: Account, type: T, object: Subjects[T], previous?: object): void {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: account.now(),
    data: { object: copyOf(object), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: account.request ?? { id: null, idempotency_key: null },
    type,
  } as unknown as Stripe.Event;
  account.state.events[event.id] = event;
  account.publish(event);
}

/** Changes a resource; its event carries what the changed fields were. Without a change there is no event. */
export function update<T extends EventType>(
  account: Account,
  type: T,
  resource: Subjects[T],
  fields: Partial<Subjects[T]>,
): void {
  const before = copyOf(resource);
  Object.assign(resource, fields);
  const previous = differences(before, copyOf(resource));
  if (Object.keys(previous).length > 0) emit(account, type, resource, previous);
}

/** The old values of what differs: parts of hashes, whole lists. */
function differences(before: object, after: object): Record<string, unknown> {
  const changed = Object.entries(before).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify((after as Record<string, unknown>)[key]),
  );
  return Object.fromEntries(
    changed.map(([key, value]) => {
      const now = (after as Record<string, unknown>)[key];
      return [key, isHash(value) && isHash(now) ? differences(value, now) : value];
    }),
  );
}

const isHash = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The id of something that may be expanded; nothing in the state ever is. */
export const idOf = (reference: string | { id: string } | null | undefined): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');

export function customerOf(account: Account, reference: string | { id: string } | null | undefined, param?: string) {
  const id = idOf(reference);
  const customer = account.state.customers[id];
  if (!customer) throw missing('customer', id, param);
  return customer;
}

export function subscriptionOf(account: Account, id: string, param?: string): Stripe.Subscription {
  const subscription = account.state.subscriptions[id];
  if (!subscription) throw missing('subscription', id, param);
  return subscription;
}

export function invoiceOf(account: Account, id: string, param?: string): Stripe.Invoice {
  const invoice = account.state.invoices[id];
  if (!invoice) throw missing('invoice', id, param);
  return invoice;
}

export function priceOf(account: Account, id: string | undefined, param?: string): Stripe.Price {
  const price = account.state.prices[id ?? ''];
  if (id === undefined)
    throw refused(`Missing required param: ${param}.`, { code: 'parameter_missing', param: param! });
  if (!price) throw missing('price', id, param);
  return price;
}

/** Subscriptions here have one item, as every plan is one price. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}
