import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingScene, startBilling } from '../../../../test/billing/scene.ts';
import type { Person } from '../../../../test/harness/people.ts';

let scene: BillingScene;
beforeAll(async () => {
  scene = await startBilling();
});
afterAll(() => scene.close());

const press = (admin: Person, priceId: string) => admin.request('POST', '/api/stripe/create-subscription', { priceId });
const subscriptionsIn = async (admin: Person, ...wanted: string[]) => {
  const { data } = await scene.stripe.subscriptions.list({ customer: await scene.customerOf(admin), status: 'all' });
  return data.filter(({ status }) => wanted.includes(status)).map(({ id, status }) => ({ id, status }));
};
/** The next subscription that is made waits at Stripe until the release. */
const holdNext = () => scene.fake.control.failNext('slow', { method: 'POST', path: '/v1/subscriptions' });
const isHeld = async () => {
  await expect.poll(() => scene.fake.control.waiting()).toBe(1);
};
const overtaken = 'Another upgrade was started at the same moment. Reload the page and try again.';

describe('two plans that are pressed at the same moment', () => {
  test('leave one subscription that can be paid, of ten presses', async () => {
    const admin = await scene.admin();

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => press(admin, at % 2 === 0 ? 'price_core' : 'price_plus')),
    );

    const payable = await subscriptionsIn(admin, 'incomplete');
    expect(payable).toHaveLength(1);
    // Whoever was overtaken is told, and somebody can pay the one that is left.
    const refusals = answers.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body.message]);
    expect(refusals.filter(([status, message]) => status !== 409 || message !== overtaken)).toEqual([]);
    expect(answers.map(({ body }) => body.subscriptionId)).toContain(payable[0]!.id);
  });

  test('leave that of who began last, while the other is still at Stripe', async () => {
    const admin = await scene.admin();
    await admin.request('POST', '/api/stripe/create-portal-session');
    await holdNext();
    const first = press(admin, 'price_core');
    await isHeld();

    const second = await press(admin, 'price_plus');
    await scene.fake.control.release();

    expect(await first).toMatchObject({ status: 409, body: { message: overtaken } });
    expect(await subscriptionsIn(admin, 'incomplete')).toEqual([
      { id: second.body.subscriptionId, status: 'incomplete' },
    ]);
  });

  test('leave the one that was paid meanwhile', async () => {
    const admin = await scene.admin();
    const { body: first } = await press(admin, 'price_core');
    await scene.fake.control.setDelivery('off');
    await holdNext();
    const second = press(admin, 'price_plus');
    await isHeld();

    const [intent] = first.clientSecret.split('_secret_');
    await scene.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    await scene.fake.control.release();

    expect((await second).status).toBe(409);
    await scene.fake.control.setDelivery('immediately');
    expect(await subscriptionsIn(admin, 'active', 'incomplete')).toEqual([
      { id: first.subscriptionId, status: 'active' },
    ]);
  });
});
