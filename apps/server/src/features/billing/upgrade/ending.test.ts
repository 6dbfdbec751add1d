import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingScene, startBilling } from '../../../../test/billing/scene.ts';
import type { Person } from '../../../../test/harness/people.ts';

const patience = { timeout: 60_000 };
let scene: BillingScene;
beforeAll(async () => {
  scene = await startBilling();
});
afterAll(() => scene.close());

/** An organization on Core that has canceled at the end of its period. */
async function canceled(): Promise<{ admin: Person; subscriptionId: string }> {
  const admin = await scene.admin();
  const { body } = await scene.buy(admin, 'price_core');
  await expect.poll(() => scene.tierOf(admin), patience).toBe('core');
  await scene.stripe.subscriptions.update(body.subscriptionId, { cancel_at_period_end: true });
  await expect.poll(async () => (await scene.read(admin)).subscription?.endsAt ?? null, patience).not.toBeNull();
  return { admin, subscriptionId: body.subscriptionId };
}

const endOf = async (subscriptionId: string) => {
  const { cancel_at, cancel_at_period_end } = await scene.stripe.subscriptions.retrieve(subscriptionId);
  return { cancel_at, cancel_at_period_end };
};
const goesOn = { cancel_at: null, cancel_at_period_end: false };
const press = (admin: Person) => admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_plus' });

describe('an upgrade of a plan that was canceled', () => {
  test('takes the cancellation back with the payment', async () => {
    const { admin, subscriptionId } = await canceled();

    await scene.buy(admin, 'price_plus');

    await expect.poll(() => scene.tierOf(admin), patience).toBe('plus');
    expect(await endOf(subscriptionId)).toEqual(goesOn);
    await expect.poll(async () => (await scene.read(admin)).subscription?.endsAt, patience).toBeNull();
  });

  test('leaves the cancellation until it is paid', async () => {
    const { admin, subscriptionId } = await canceled();
    const customer = await scene.customerOf(admin);
    await scene.fake.control.cardDeclines(customer, 'insufficient_funds');

    expect((await press(admin)).body.clientSecret).toMatch(/_secret_/);
    expect(await endOf(subscriptionId)).toMatchObject({ cancel_at_period_end: true });

    await scene.fake.control.cardDeclines(customer, null);
    await scene.buy(admin, 'price_plus');
    await expect.poll(() => scene.tierOf(admin), patience).toBe('plus');
    expect(await endOf(subscriptionId)).toEqual(goesOn);
  });

  test('takes it back as well when it was canceled while the upgrade waited for its payment', async () => {
    const admin = await scene.admin();
    const { body } = await scene.buy(admin, 'price_core');
    await expect.poll(() => scene.tierOf(admin), patience).toBe('core');
    const customer = await scene.customerOf(admin);
    await scene.fake.control.cardDeclines(customer, 'insufficient_funds');
    await press(admin);
    await scene.stripe.subscriptions.update(body.subscriptionId, { cancel_at_period_end: true });

    await scene.fake.control.cardDeclines(customer, null);
    await scene.buy(admin, 'price_plus');

    await expect.poll(() => scene.tierOf(admin), patience).toBe('plus');
    expect(await endOf(body.subscriptionId)).toEqual(goesOn);
    const { data } = await scene.stripe.invoices.list({ customer, status: 'paid' });
    expect(data).toHaveLength(2);
  });

  test('is refused before anything is charged where the end is a date', async () => {
    const admin = await scene.admin();
    const { body } = await scene.buy(admin, 'price_core');
    await expect.poll(() => scene.tierOf(admin), patience).toBe('core');
    const { subscriptions } = await scene.fake.control.state();
    subscriptions[body.subscriptionId]!.cancel_at = (await scene.fake.control.now()) + 86_400;

    const answers = [await admin.request('GET', '/api/billing/preview?priceId=price_plus'), await press(admin)];

    const message = 'Your plan is set to end. Continue it in "Billing portal" first, then upgrade.';
    expect(answers).toMatchObject([
      { status: 409, body: { message } },
      { status: 409, body: { message } },
    ]);
    const { data } = await scene.stripe.invoices.list({ customer: await scene.customerOf(admin) });
    expect(data).toHaveLength(1);
  });
});
