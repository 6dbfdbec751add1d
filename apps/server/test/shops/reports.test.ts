import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type FilledForms, startFilledForms } from '../forms/filled-forms.ts';

let shop: FilledForms;
beforeAll(async () => {
  shop = await startFilledForms();
  await shop.tier('plus');
});
afterAll(() => shop.close());

const connect = async (kind: string, secret?: string) =>
  (await shop.admin.request('POST', '/api/shops', { name: `A ${kind} shop`, kind, ...(secret && { secret }) }))
    .body as {
    id: string;
    url: string;
    secret: string | null;
  };
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text);
const stamp = (secret: string, body: string, at = Math.floor(Date.now() / 1_000)) =>
  `t=${at},v1=${hmac(secret, `${at}.${body}`).digest('hex')}`;

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const { status } = await fetch(`${shop.origin}${new URL(url).pathname}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return status;
}
const tellStripe = (url: string, secret: string, event: object) => {
  const body = JSON.stringify(event);
  return post(url, body, { 'stripe-signature': stamp(secret, body) });
};

const bought = async (email: string) =>
  (await shop.admin.request('GET', '/api/purchases?limit=100')).body.items.filter(
    ({ contact }: { contact: { email: string } | null }) => contact?.email === email,
  ) as { id: string; amount: number; paid: object; orderName: string; source: string; mayChange: boolean }[];
const until = async (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 100 });

describe('a shop', () => {
  test('of Stripe: charge and session of one payment are one purchase, and its refunds are subtracted once', async () => {
    const { url } = await connect('stripe', 'whsec_one');
    const email = `stripe-${randomUUID()}@shops.example`;
    const intent = `pi_${randomUUID()}`;
    const charge = {
      id: `ch_${randomUUID()}`,
      payment_intent: intent,
      amount: 4_200,
      amount_refunded: 0,
      currency: 'usd',
      created: Math.floor(Date.now() / 1_000),
      paid: true,
      billing_details: { email: null, name: null },
    };
    const session = {
      id: 'cs_1',
      payment_intent: intent,
      payment_status: 'paid',
      amount_total: 4_200,
      currency: 'usd',
      created: charge.created,
      customer_details: { email, name: 'Ada' },
    };
    const refunded = { type: 'charge.refunded', data: { object: { ...charge, amount_refunded: 1_200 } } };

    // The refund first: shops tell in any order.
    const statuses = [];
    for (const event of [
      refunded,
      { type: 'charge.succeeded', data: { object: charge } },
      { type: 'checkout.session.completed', data: { object: session } },
      { type: 'charge.succeeded', data: { object: charge } },
      refunded,
      { type: 'customer.created', data: { object: { id: 'cus_1' } } },
    ])
      statuses.push(await tellStripe(url, 'whsec_one', event));

    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    await until(async () =>
      expect(await bought(email)).toMatchObject([
        { amount: 3_000, paid: { amount: 4_200, refunded: 1_200 }, source: 'stripe', mayChange: false },
      ]),
    );
    const { items } = (await shop.admin.request('GET', `/api/contacts?search=${encodeURIComponent(email)}`)).body;
    expect(items).toMatchObject([{ email, firstName: 'Ada', emailConsent: 'not_asked' }]);
  });

  test('of Shopify: what is paid counts, in the digits of its currency', async () => {
    const { url } = await connect('shopify', 'shopify-secret');
    const email = `shopify-${randomUUID()}@shops.example`;
    const tell = (topic: string, told: object) => {
      const body = JSON.stringify(told);
      const signature = hmac('shopify-secret', body).digest('base64');
      return post(url, body, { 'x-shopify-hmac-sha256': signature, 'x-shopify-topic': topic });
    };
    const order = {
      id: 450_789_469,
      name: '#1001',
      email,
      total_price: '64.50',
      currency: 'USD',
      financial_status: 'pending',
      processed_at: '2026-05-01T10:00:00-04:00',
    };
    const refund = {
      id: 1,
      order_id: order.id,
      created_at: '2026-05-02T10:00:00Z',
      transactions: [
        { amount: '4.50', kind: 'refund', status: 'success', currency: 'USD' },
        { amount: '60.00', kind: 'refund', status: 'failure', currency: 'USD' },
      ],
    };

    await tell('orders/create', order);
    await tell('orders/paid', order);
    await tell('refunds/create', refund);
    await tell('refunds/create', refund);

    await until(async () =>
      expect(await bought(email)).toMatchObject([
        { amount: 6_000, orderName: '#1001', purchasedAt: '2026-05-01T14:00:00.000Z' },
      ]),
    );
  });

  test('of any other kind signs with the secret it was shown once', async () => {
    const { url, secret } = await connect('signed');
    const email = `signed-${randomUUID()}@shops.example`;
    const body = JSON.stringify({ event: 'purchase', order: 'A1', email, amount: '12.50', currency: 'usd' });

    const status = await post(url, body, { 'waggle-signature': stamp(secret!, body) });

    expect([status, secret]).toEqual([200, expect.stringMatching(/^shop_[\w-]{32}$/)]);
    await until(async () => expect(await bought(email)).toMatchObject([{ amount: 1_250, orderName: 'A1' }]));
    expect(JSON.stringify((await shop.admin.request('GET', '/api/shops')).body)).not.toContain(secret);
  });

  test('is not believed without its signature, with an old one, or in the name of another', async () => {
    const { url } = await connect('stripe', 'whsec_two');
    const { url: other } = await connect('stripe', 'whsec_three');
    const email = `forged-${randomUUID()}@shops.example`;
    const object = { id: 'ch_1', amount: 1, currency: 'usd', created: 1_780_000_000, billing_details: { email } };
    const body = JSON.stringify({ type: 'charge.succeeded', data: { object } });
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;

    const statuses = [
      await post(url, body, {}),
      await post(url, body, { 'stripe-signature': stamp('whsec_wrong', body) }),
      await post(url, `${body} `, { 'stripe-signature': stamp('whsec_two', body) }),
      await post(url, body, { 'stripe-signature': stamp('whsec_two', body, hourAgo) }),
      await post(other, body, { 'stripe-signature': stamp('whsec_two', body) }),
      await post(url.replace(/[^/]+$/, randomUUID()), body, { 'stripe-signature': stamp('whsec_two', body) }),
      await post(url, body, { 'stripe-signature': 't=,v1=' }),
    ];

    expect(statuses).toEqual(statuses.map(() => 403));
    expect(await bought(email)).toEqual([]);
  });

  test('that says nothing usable holds up nobody, and its owner is told', async () => {
    const { id, url } = await connect('stripe', 'whsec_four');
    const email = `after-${randomUUID()}@shops.example`;
    const signed = (body: string) => post(url, body, { 'stripe-signature': stamp('whsec_four', body) });
    const charge = (object: object) => JSON.stringify({ type: 'charge.succeeded', data: { object } });
    const good = { id: randomUUID(), currency: 'usd', created: 1_780_000_000, billing_details: { email } };

    for (const body of [
      '',
      '[]',
      'null',
      '{"type":1}',
      'not json',
      charge({ id: 'x' }),
      charge({ ...good, amount: -1 }),
    ])
      await signed(body);
    await signed(charge({ ...good, amount: 900 }));

    await until(async () => expect(await bought(email)).toMatchObject([{ amount: 900 }]));
    const { items } = (await shop.admin.request('GET', '/api/shops')).body;
    expect(items.find((each: { id: string }) => each.id === id)).toMatchObject({
      lastError: 'A charge of Stripe has no amount.',
      lastOrderAt: expect.any(String),
    });
    expect(await shop.rows('select failure from inbox_events where failure is not null')).toEqual([]);
  });
});
