import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { day, type Harness, startHarness, upgrade } from './test-client.ts';

const secret = 'whsec_of_the_test';
let fake: Harness;
let received: { payload: string; signature: string }[] = [];
let answers: number[] = [];

const listener = createServer((request, response) => {
  void text(request).then((payload) => {
    received.push({ payload, signature: String(request.headers['stripe-signature']) });
    response.writeHead(answers.shift() ?? 200).end();
  });
});
const types = () => received.map(({ payload }) => (JSON.parse(payload) as Stripe.Event).type);

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/webhook`;
  fake = await startHarness({ webhook: { url, secret } });
});
beforeEach(async () => {
  await fake.control.settled();
  await fake.control.deliver();
  await fake.control.setDelivery('immediately');
  received = [];
});
afterAll(async () => {
  await fake.close();
  await new Promise((resolve) => listener.close(resolve));
});

test('events are signed, in order, and carry the object as it was then', async () => {
  const { subscription } = await fake.subscribed(fake.prices.core);
  await fake.control.settled();

  const events = received.map(({ payload, signature }) =>
    fake.stripe.webhooks.constructEvent(payload, signature, secret),
  );

  expect(events.map(({ type }) => type)).toEqual([
    'customer.created',
    'invoice.created',
    'customer.subscription.created',
    'payment_intent.created',
    'invoice.finalized',
    'payment_method.attached',
    'payment_intent.succeeded',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
  ]);
  expect(events[2]!.data.object).toMatchObject({ id: subscription.id, status: 'incomplete' });
  expect(events.at(-1)!.data).toMatchObject({
    object: { status: 'active' },
    previous_attributes: { status: 'incomplete', default_payment_method: null },
  });
  const [{ payload, signature } = { payload: '', signature: '' }] = received;
  expect(() => fake.stripe.webhooks.constructEvent(payload, signature, 'whsec_other')).toThrow(/signature/);
});

test('a failed renewal is told, and the end of the subscription too', async () => {
  await fake.control.setDelivery('off');
  const { subscription } = await fake.subscribed(fake.prices.core, 'pm_card_chargeCustomerFail');
  await fake.control.setDelivery('immediately');

  await fake.control.advance(31 * day + 7_200);
  await fake.stripe.subscriptions.cancel(subscription.id);
  await fake.control.settled();

  expect(types()).toEqual(
    expect.arrayContaining([
      'invoice.payment_failed',
      'payment_intent.payment_failed',
      'customer.subscription.deleted',
    ]),
  );
});

test('held events are delivered in any order, and repeated', async () => {
  await fake.control.setDelivery('hold');
  await fake.stripe.customers.create({ email: 'a@example.com' });
  const { id } = await fake.stripe.customers.create({ email: 'b@example.com' });
  await fake.stripe.customers.update(id, { name: 'B' });

  const held = await fake.control.held();
  expect(received).toEqual([]);
  const delivered = await fake.control.deliver([2, 0, 2]);

  const at = (place: number) => ({ event: held[place]!.id, status: 200 });
  expect(delivered).toMatchObject([at(2), at(0), at(2)]);
  expect(types()).toEqual(['customer.updated', 'customer.created', 'customer.updated']);
});

test('each event can be delivered several times, or never', async () => {
  await fake.control.setDelivery('immediately', { times: 3 });
  await fake.stripe.customers.create({ email: 'thrice@example.com' });
  await fake.control.settled();
  expect(received).toHaveLength(3);

  await fake.control.setDelivery('off');
  const { id } = await fake.stripe.customers.create({ email: 'never@example.com' });
  await fake.control.settled();

  const { data } = await fake.stripe.events.list({ limit: 1 });
  expect(received).toHaveLength(3);
  expect(data[0]!.data.object).toMatchObject({ id });
});

test('a delivery that is refused is tried again', async () => {
  answers = [503, 500];

  await fake.stripe.customers.create({ email: 'again@example.com' });
  await fake.control.settled();

  expect(types()).toEqual(['customer.created', 'customer.created', 'customer.created']);
});

test('events older than 30 days are not listed any more', async () => {
  await fake.control.setDelivery('off');
  const old = await fake.stripe.customers.create({ email: 'old@example.com' });
  await fake.control.advance(31 * day);
  const young = await fake.stripe.customers.create({ email: 'young@example.com' });

  const listed = await fake.stripe.events.list({ type: 'customer.created', limit: 100 });

  const ids = listed.data.map(({ data }) => (data.object as Stripe.Customer).id);
  expect(ids).toContain(young.id);
  expect(ids).not.toContain(old.id);
});

test('events are listed newest first, by time and type, in pages', async () => {
  await fake.control.setDelivery('off');
  await fake.control.advance(100);
  const since = await fake.control.now();
  const { subscription } = await fake.subscribed(fake.prices.core);
  await fake.stripe.subscriptions.update(subscription.id, upgrade(subscription, fake.prices.plus));
  const query = { created: { gte: since }, types: ['invoice.paid', 'customer.subscription.updated'], limit: 2 };

  const pages = await fake.stripe.events.list(query).autoPagingToArray({ limit: 100 });
  const first = await fake.stripe.events.list(query);
  const older = await fake.stripe.events.list({ ...query, starting_after: first.data[1]!.id });

  expect(first.has_more).toBe(true);
  expect(first.data).toHaveLength(2);
  expect(older.data[0]!.id).toBe(pages[2]!.id);
  expect(pages.filter(({ type }) => type === 'invoice.paid')).toHaveLength(2);
});
