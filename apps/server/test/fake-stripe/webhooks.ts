import Stripe from 'stripe';

export type Webhook = { url: string; secret: string };
export type DeliveryMode = 'immediately' | 'hold' | 'off';
export type Delivery = { event: string; type: string; status: number };

export type Webhooks = {
  /** Takes an event that just happened. */
  take: (event: Stripe.Event) => void;
  setWebhook(webhook: Webhook | null): void;
  setDelivery(mode: DeliveryMode, times?: number): void;
  /** Those that wait since `hold`. */
  held(): Stripe.Event[];
  /** Delivers what is held, by its places in `held()`: left out, changed in order or repeated. By default all, in order. */
  deliver(order?: readonly number[]): Promise<Delivery[]>;
  /** Resolves when nothing is on its way. */
  settled(): Promise<void>;
  deliveries(): Delivery[];
  close(): void;
};

/** Tries of one delivery; Stripe goes on for three days. */
const tries = 4;
const pauseMs = 250;

/** Only for its signatures; it calls nobody. */
const signer = new Stripe('sk_test_signer').webhooks;

export function createWebhooks(configured: Webhook | null): Webhooks {
  let webhook = configured;
  let mode: DeliveryMode = 'immediately';
  let times = 1;
  let held: Stripe.Event[] = [];
  let queue = Promise.resolve();
  const done: Delivery[] = [];
  const closing = new AbortController();

  async function send(event: Stripe.Event): Promise<Delivery> {
    const delivery: Delivery = { event: event.id, type: event.type, status: 0 };
    for (let left = tries; left > 0 && !closing.signal.aborted; left -= 1) {
      if (webhook) delivery.status = await post(webhook, event, closing.signal);
      if (!webhook || (delivery.status >= 200 && delivery.status < 300)) break;
      if (left > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    done.push(delivery);
    return delivery;
  }

  return {
    take(event) {
      if (mode === 'hold') held.push(event);
      if (mode !== 'immediately' || !webhook) return;
      for (let left = times; left > 0; left -= 1) queue = queue.then(() => send(event)).then(() => {});
    },
    setWebhook: (wanted) => void (webhook = wanted),
    setDelivery(wanted, repeated = 1) {
      mode = wanted;
      times = repeated;
    },
    held: () => [...held],
    async deliver(order) {
      const those = held;
      held = [];
      const sent: Delivery[] = [];
      for (const at of order ?? those.keys()) {
        const event = those[at];
        if (!event) throw new Error(`There is no held event ${at}, only ${those.length}.`);
        for (let left = times; left > 0; left -= 1) sent.push(await send(event));
      }
      return sent;
    },
    async settled() {
      for (let last; last !== queue;) await (last = queue);
    },
    deliveries: () => [...done],
    close: () => closing.abort(),
  };
}

/** The status that the other side answered, or 0 if it did not. */
async function post({ url, secret }: Webhook, event: Stripe.Event, signal: AbortSignal): Promise<number> {
  const payload = JSON.stringify(event, null, 2);
  const signature = signer.generateTestHeaderString({ payload, secret });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(20_000)]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
