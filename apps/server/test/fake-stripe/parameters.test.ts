import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from './api.ts';
import type { Rules } from './params.ts';
import { clientOf, type Harness, startHarness } from './test-client.ts';

let fake: Harness;
beforeAll(async () => (fake = await startHarness()));
afterAll(() => fake.close());

type Params = Record<string, unknown>;

/** Past the methods of the SDK, whose types refuse what is wrong here. It takes parameters of POST alone. */
function call(at: string, params: Params = {}) {
  const [method = '', path = ''] = at.split(' ');
  const url = path.replace(':id', 'x_1');
  if (method === 'POST') return fake.stripe.rawRequest(method, url, params);
  return fake.stripe.rawRequest(method, `${url}?${new URLSearchParams(flat(params)).toString()}`);
}

const flat = (params: object, prefix = ''): [string, string][] =>
  Object.entries(params as Params).flatMap(([name, value]) => {
    const path = prefix === '' ? name : `${prefix}[${name}]`;
    return typeof value === 'object' && value ? flat(value, path) : [[path, String(value)]];
  });

test.each(endpoints.map(({ at }) => at))('%s refuses a parameter that Stripe does not know', async (at) => {
  const answer = call(at, { no_such_parameter: '1' });

  await expect(answer).rejects.toMatchObject({
    statusCode: 400,
    type: 'StripeInvalidRequestError',
    code: 'parameter_unknown',
    param: 'no_such_parameter',
  });
});

test.each(endpoints.flatMap(({ at, required }) => required.map((name) => [at, name] as const)))(
  '%s needs %s',
  async (at, name) => {
    const others = endpoints.find((each) => each.at === at)!.required.filter((other) => other !== name);

    const answer = call(
      at,
      Object.fromEntries(others.map((other) => [other, other === 'items' ? [{ price: 'p' }] : 'x'])),
    );

    await expect(answer).rejects.toMatchObject({ statusCode: 400, code: 'parameter_missing', param: name });
  },
);

test.each(endpoints.map(({ at }) => at).filter((at) => at.includes(':id')))('%s knows no such id', async (at) => {
  await expect(call(at)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

test.each([
  ['POST /v1/subscriptions', { customer: 'c', items: [{ price: 'p', plan: 'x' }] }, 'items[0][plan]'],
  ['POST /v1/subscriptions', { customer: 'c', items: [{ price: 'p' }], payment_behavior: 'maybe' }, 'payment_behavior'],
  ['GET /v1/subscriptions', { status: 'none' }, 'status'],
  ['GET /v1/invoices', { limit: 'many' }, 'limit'],
  ['GET /v1/invoices', { limit: 101 }, 'limit'],
  ['GET /v1/events', { created: { since: 1 } }, 'created[since]'],
  ['POST /v1/subscriptions/:id', { cancel_at_period_end: 'soon' }, 'cancel_at_period_end'],
  ['GET /v1/subscriptions', { expand: ['data.latest_invoice.payment_intent'] }, 'expand'],
  ['GET /v1/subscriptions', { expand: ['latest_invoice'] }, 'expand'],
  ['GET /v1/subscriptions/:id', { expand: ['data.latest_invoice'] }, 'expand'],
  ['GET /v1/customers/:id', { expand: ['default_card'] }, 'expand'],
  ['GET /v1/invoices/:id', { expand: ['payments.payment.payment_intent'] }, 'expand'],
])('%s refuses %j', async (at, params, param) => {
  await expect(call(at, params)).rejects.toMatchObject({ statusCode: 400, param });
});

test('an id among the parameters that does not exist is named', async () => {
  const customer = await fake.stripe.customers.create();
  const created = (items: { price: string }[], id = customer.id) =>
    fake.stripe.subscriptions.create({ customer: id, items, payment_behavior: 'default_incomplete' });

  await expect(created([{ price: 'price_1None' }])).rejects.toMatchObject({ param: 'items[0][price]' });
  await expect(created([{ price: fake.prices.core }], 'cus_none')).rejects.toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'customer',
  });
});

test('no path to expand is longer than four steps', async () => {
  const answer = fake.stripe.subscriptions.list({ expand: ['data.latest_invoice.payments.data.payment'] });

  await expect(answer).rejects.toThrow('You cannot expand more than 4 levels of a property.');
});

test('what belongs to a customer that never was cannot be listed', async () => {
  const error = { statusCode: 400, code: 'resource_missing', param: 'customer' };

  await expect(fake.stripe.subscriptions.list({ customer: 'cus_none' })).rejects.toMatchObject(error);
  await expect(fake.stripe.invoices.list({ customer: 'cus_none' })).rejects.toMatchObject(error);
});

test('the compiler refuses rules for what the SDK does not have', () => {
  const rules: Rules<Stripe.SubscriptionCreateParams>[] = [
    // @ts-expect-error The SDK calls it default_payment_method.
    { payment_method: 'text' },
    // @ts-expect-error A price is not named by an amount.
    { items: { each: { fields: { amount: 'integer' } } } },
    // @ts-expect-error There is no such behavior.
    { payment_behavior: { oneOf: ['never_incomplete'] } },
  ];

  expect(rules).toHaveLength(3);
});

test('what the fake does not know it answers as Stripe does', async () => {
  await expect(fake.stripe.coupons.list()).rejects.toMatchObject({ statusCode: 404 });
});

test('only its own secret key, with a version, gets an answer', async () => {
  const withOther = (key: string) => clientOf({ ...fake, secretKey: key }).customers.list();
  const bare = await fetch(`${fake.url}/v1/customers`, { headers: { authorization: `Bearer ${fake.secretKey}` } });

  await expect(withOther('sk_test_other')).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
  await expect(withOther(fake.publishableKey)).rejects.toMatchObject({ statusCode: 403 });
  expect(bare.status).toBe(400);
});
