import type Stripe from 'stripe';
import type { Account } from './account.ts';
import { replaceDefaultCard } from './cards.ts';
import { addTaxId } from './customers.ts';
import type { Faults, FaultKind, FaultTarget } from './faults.ts';
import type { State } from './state.ts';
import type { Delivery, DeliveryMode, Webhook, Webhooks } from './webhooks.ts';

/** What a test does behind the API. Every call takes and gives plain data, so that it also works over HTTP. */
export type Control = {
  now(): Promise<number>;
  /** Moves the clock, does what falls due on the way, and waits until its webhooks were delivered. */
  advance(seconds: number): Promise<void>;
  setWebhook(webhook: Webhook | null): Promise<void>;
  /** How events are delivered from now on, and how often each. */
  setDelivery(mode: DeliveryMode, options?: { times?: number }): Promise<void>;
  held(): Promise<Stripe.Event[]>;
  /** Delivers what is held, by its places in `held()`. */
  deliver(order?: readonly number[]): Promise<Delivery[]>;
  /** Waits until no webhook is on its way. */
  settled(): Promise<void>;
  deliveries(): Promise<Delivery[]>;
  /** All events, oldest first. */
  events(): Promise<Stripe.Event[]>;
  failNext(kind: FaultKind, target?: FaultTarget): Promise<void>;
  /** How many requests a `slow` fault holds. */
  waiting(): Promise<number>;
  /** Lets requests go on that a `slow` fault holds. */
  release(): Promise<void>;
  /** The next payment is refused with this code, such as `insufficient_funds`. */
  declineNext(code: string): Promise<void>;
  /** All payments of this customer are, until null. */
  cardDeclines(customer: string, code: string | null): Promise<void>;
  /** Gives the customer a card, as the portal does. */
  storeCard(customer: string, number: string): Promise<Stripe.PaymentMethod>;
  addTaxId(customer: string, type: Stripe.TaxId.Type, value: string): Promise<Stripe.TaxId>;
  afterLastRetry(outcome: State['afterLastRetry']): Promise<void>;
  state(): Promise<State>;
};

type Parts = { account: Account; webhooks: Webhooks; faults: Faults; moveClock: (seconds: number) => void };

export function createControl({ account, webhooks, faults, moveClock }: Parts): Control {
  const { state } = account;
  return {
    now: async () => account.now(),
    async advance(seconds) {
      moveClock(seconds);
      await webhooks.settled();
    },
    setWebhook: async (webhook) => webhooks.setWebhook(webhook),
    setDelivery: async (mode, { times = 1 } = {}) => webhooks.setDelivery(mode, times),
    held: async () => webhooks.held(),
    deliver: (order) => webhooks.deliver(order),
    settled: () => webhooks.settled(),
    deliveries: async () => webhooks.deliveries(),
    events: async () => Object.values(state.events),
    failNext: async (kind, target) => faults.failNext(kind, target),
    waiting: async () => faults.waiting(),
    release: async () => faults.release(),
    declineNext: async (code) => void state.declines.next.push(code),
    async cardDeclines(customer, code) {
      if (code === null) delete state.declines.ofCustomer[customer];
      else state.declines.ofCustomer[customer] = code;
    },
    storeCard: async (customer, number) =>
      replaceDefaultCard(account, customer, { number, expMonth: 12, expYear: new Date().getUTCFullYear() + 4 }),
    addTaxId: async (customer, type, value) => addTaxId(account, customer, type, value),
    afterLastRetry: async (outcome) => void (state.afterLastRetry = outcome),
    state: async () => state,
  };
}
