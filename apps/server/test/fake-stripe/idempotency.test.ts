import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, type Harness, incomplete, startHarness } from './test-client.ts';

let fake: Harness;
beforeAll(async () => (fake = await startHarness()));
afterAll(() => fake.close());

const customersOf = async (email: string) => (await fake.stripe.customers.list({ email })).data;

test('the same key and parameters give the stored answer', async () => {
  const params = { email: 'same@example.com' };

  const first = await fake.stripe.customers.create(params, { idempotencyKey: 'same' });
  const second = await fake.stripe.customers.create(params, { idempotencyKey: 'same' });

  expect(second.id).toBe(first.id);
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(await customersOf(params.email)).toHaveLength(1);
});

test('the same key with other parameters is refused', async () => {
  await fake.stripe.customers.create({ email: 'one@example.com' }, { idempotencyKey: 'other' });

  const second = fake.stripe.customers.create({ email: 'two@example.com' }, { idempotencyKey: 'other' });

  await expect(second).rejects.toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
});

test('a key that is in use at the moment is a conflict', async () => {
  const params = { email: 'slow@example.com' };
  await fake.control.failNext('slow', { path: '/v1/customers' });

  const first = fake.stripe.customers.create(params, { idempotencyKey: 'slow' });
  await expect
    .poll(() => fake.stripe.customers.create(params, { idempotencyKey: 'slow' }).catch((error: unknown) => error))
    .toMatchObject({ statusCode: 409 });
  await fake.control.release();

  await expect(first).resolves.toMatchObject(params);
  expect(await customersOf(params.email)).toHaveLength(1);
});

test('parameters that were refused use up no key', async () => {
  const wrong = fake.stripe.customers.create({ emial: 'x' } as object, { idempotencyKey: 'again' });
  await expect(wrong).rejects.toMatchObject({ code: 'parameter_unknown' });

  const right = fake.stripe.customers.create({ email: 'again@example.com' }, { idempotencyKey: 'again' });

  await expect(right).resolves.toMatchObject({ email: 'again@example.com' });
});

test('a decline is remembered for its key as well', async () => {
  const { subscription } = await fake.subscribed(fake.prices.core);
  await fake.control.declineNext('lost_card');
  const update = () =>
    fake.stripe.subscriptions.update(
      subscription.id,
      {
        items: [{ id: subscription.items.data[0]!.id, price: fake.prices.plus }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      },
      { idempotencyKey: 'declined' },
    );

  await expect(update()).rejects.toMatchObject({ statusCode: 402, decline_code: 'lost_card' });
  await expect(update()).rejects.toMatchObject({ statusCode: 402, decline_code: 'lost_card' });

  const after = await fake.stripe.subscriptions.retrieve(subscription.id);
  expect(after.items.data[0]!.price.id).toBe(fake.prices.core);
});

test('an answer that is lost after the work was done makes one subscription, because the SDK repeats the key', async () => {
  const customer = await fake.stripe.customers.create();
  await fake.control.failNext('timeout-after-success', { method: 'POST', path: '/v1/subscriptions' });

  const created = await clientOf(fake, 2).subscriptions.create(incomplete(customer.id, fake.prices.core));

  const all = await fake.stripe.subscriptions.list({ customer: customer.id, status: 'all' });
  expect(created.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(all.data.map(({ id }) => id)).toEqual([created.id]);
});

test.each([
  ['reset', { type: 'StripeConnectionError' }],
  ['500', { type: 'StripeAPIError', statusCode: 500 }],
  ['429', { type: 'StripeRateLimitError', statusCode: 429 }],
] as const)('after a fault %s nothing was done, and the next request works', async (kind, error) => {
  const email = `${kind}@example.com`;
  // The SDK repeats once what was reset, whatever its settings are.
  for (const _ of kind === 'reset' ? [1, 2] : [1]) await fake.control.failNext(kind, { path: '/v1/customers' });

  await expect(fake.stripe.customers.create({ email })).rejects.toMatchObject(error);

  expect(await customersOf(email)).toEqual([]);
  await expect(fake.stripe.customers.create({ email })).resolves.toMatchObject({ email });
});
