import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingScene, startBilling } from '../../../../test/billing/scene.ts';
import { intentIn, incomplete } from '../../../../test/fake-stripe/test-client.ts';
import { joinTeam, type Person } from '../../../../test/harness/people.ts';

let scene: BillingScene;
beforeAll(async () => {
  scene = await startBilling();
});
afterAll(() => scene.close());

const subscriptionsOf = async (admin: Person) =>
  (await scene.stripe.subscriptions.list({ customer: await scene.customerOf(admin), status: 'all' })).data;

describe('F25 reports of Stripe', () => {
  test('that are reversed, repeated and late end in what is live', async () => {
    const admin = await scene.admin();
    await scene.fake.control.setDelivery('hold');
    await scene.buy(admin, 'price_core');
    await scene.buy(admin, 'price_plus');
    const held = await scene.fake.control.held();

    const places = [...held.keys()].toReversed();
    await scene.fake.control.deliver([...places, ...places, ...held.keys()]);
    await scene.fake.control.setDelivery('immediately');

    await expect.poll(() => scene.tierOf(admin)).toBe('plus');
  });

  test('of an old subscription do not end the new one, and of two the higher plan counts', async () => {
    const admin = await scene.admin();
    const { body: first } = await scene.buy(admin, 'price_plus');
    await expect.poll(() => scene.tierOf(admin)).toBe('plus');
    const customer = await scene.customerOf(admin);
    // As an operator could make one by hand.
    const second = await scene.stripe.subscriptions.create(incomplete(customer, scene.fake.prices.core));
    await scene.stripe.paymentIntents.confirm(intentIn(second), { payment_method: 'pm_card_visa' });
    await scene.fake.control.settled();
    await expect.poll(() => scene.tierOf(admin)).toBe('plus');

    await scene.stripe.subscriptions.cancel(first.subscriptionId);

    await expect.poll(() => scene.tierOf(admin)).toBe('core');
  });

  test('that never arrive are read from the list of Stripe', async () => {
    const admin = await scene.admin();
    await scene.fake.control.setDelivery('off');
    await scene.buy(admin, 'price_core');
    expect(await scene.tierOf(admin)).toBe('lite');
    await scene.fake.control.setDelivery('immediately');

    const { enqueueSystem } = await import('#platform/jobs/job.ts');
    const { pullEvents } = await import('../jobs.ts');
    await enqueueSystem(scene.api.database, pullEvents, {});

    await expect.poll(() => scene.tierOf(admin), { timeout: 20_000 }).toBe('core');
  });
});

describe('F26 an upgrade whose answer is lost', () => {
  test('makes one subscription, however often it is pressed', async () => {
    const admin = await scene.admin();
    await scene.fake.control.failNext('timeout-after-success', { method: 'POST', path: '/v1/subscriptions' });

    const press = () => admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_core' });
    const first = await press();
    const second = await press();

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await subscriptionsOf(admin)).toHaveLength(1);
  });

  test('makes one customer and one subscription when five people press at the same moment', async () => {
    const admin = await scene.admin();

    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_core' }),
      ),
    );

    expect(new Set(answers.map(({ body }) => body.subscriptionId)).size).toBe(1);
    expect((await subscriptionsOf(admin)).filter(({ status }) => status === 'incomplete')).toHaveLength(1);
  });

  test('makes one customer for two admins who press at the same moment', async () => {
    const admin = await scene.admin();
    const colleague = await joinTeam(scene.api, admin, 'ADMIN');

    const answers = await Promise.all(
      [admin, colleague, admin, colleague].map((one) => one.request('POST', '/api/stripe/create-portal-session')),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { data } = await scene.stripe.customers.list({ limit: 100 });
    const made = data.filter(({ metadata }) => metadata['organization'] === admin.user.organizationId);
    expect(made.map(({ email }) => email)).toEqual([admin.user.email]);
  });

  test('charges an upgrade once when the answer of the change is lost', async () => {
    const admin = await scene.admin();
    const { body } = await scene.buy(admin, 'price_core');
    await expect.poll(() => scene.tierOf(admin)).toBe('core');
    await scene.fake.control.failNext('timeout-after-success', { method: 'POST', path: body.subscriptionId });

    await scene.buy(admin, 'price_plus');

    await expect.poll(() => scene.tierOf(admin)).toBe('plus');
    const invoices = await scene.stripe.invoices.list({ customer: await scene.customerOf(admin) });
    expect(invoices.data.filter(({ status }) => status === 'paid')).toHaveLength(2);
  });

  test('is refused when it was paid meanwhile, although what was asked before it is not written', async () => {
    const admin = await scene.admin();
    await scene.fake.control.setDelivery('off');
    await scene.buy(admin, 'price_core');
    const customer = await scene.customerOf(admin);
    await scene.fake.control.failNext('slow', { method: 'GET', path: `/v1/customers/${customer}` });
    const { organizationId } = admin.user;
    const looks = async () => {
      const { rows } = await scene.api.db.owner.query<{ look: number }>(
        'select look::int from billing_accounts where organization_id = $1',
        [organizationId],
      );
      return rows[0]!.look;
    };
    const before = await looks();
    const press = admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_core' });
    await expect.poll(looks).toBeGreaterThan(before);
    // Somebody looks later, and has not ended.
    await scene.api.db.owner.query('update billing_accounts set look = look + 10 where organization_id = $1', [
      organizationId,
    ]);
    await scene.fake.control.release();

    const answer = await press;
    await scene.fake.control.setDelivery('immediately');
    expect(answer).toMatchObject({ status: 409, body: { message: 'Your plan already includes this one.' } });
    expect((await subscriptionsOf(admin)).filter(({ status }) => status !== 'canceled')).toHaveLength(1);
  });

  test('can be bought again after it was canceled, and charged again', async () => {
    const admin = await scene.admin();
    const { body: first } = await scene.buy(admin, 'price_core');
    await expect.poll(() => scene.tierOf(admin)).toBe('core');
    await scene.stripe.subscriptions.cancel(first.subscriptionId);
    await expect.poll(() => scene.tierOf(admin)).toBe('lite');

    const { body: second } = await scene.buy(admin, 'price_core');

    await expect.poll(() => scene.tierOf(admin)).toBe('core');
    expect(second.subscriptionId).not.toBe(first.subscriptionId);
  });

  test('whose unpaid subscription was canceled at Stripe begins anew', async () => {
    const admin = await scene.admin();
    const { body: first } = await admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_core' });
    await scene.stripe.subscriptions.cancel(first.subscriptionId);

    await scene.buy(admin, 'price_core');

    await expect.poll(() => scene.tierOf(admin)).toBe('core');
  });

  test('begun for one plan and paid for another is paid once', async () => {
    const admin = await scene.admin();
    await admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_core' });

    await scene.buy(admin, 'price_plus');

    await expect.poll(() => scene.tierOf(admin)).toBe('plus');
    const live = (await subscriptionsOf(admin)).filter(({ status }) => ['active', 'incomplete'].includes(status));
    expect(live).toHaveLength(1);
  });

  test('says so and changes nothing while Stripe is away', async () => {
    const admin = await scene.admin();
    await admin.request('POST', '/api/stripe/create-portal-session');
    // Each question is asked three times, and a worker asks as well.
    const path = `/v1/customers/${await scene.customerOf(admin)}`;
    for (let tries = 0; tries < 12; tries += 1) await scene.fake.control.failNext('500', { path });

    const answer = await admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_core' });

    expect(answer).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } });
    expect(await scene.tierOf(admin)).toBe('lite');
    expect((await scene.read(admin)).tier).toBe('lite');
  });
});
