import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingScene, startBilling } from '../../../test/billing/scene.ts';
import { incomplete, intentIn } from '../../../test/fake-stripe/test-client.ts';
import { joinTeam } from '../../../test/harness/people.ts';
import { startTestApi } from '../../../test/harness/test-api.ts';

/** Stripe's reports come over HTTP and are read by jobs. */
const patience = { timeout: 60_000 };
let scene: BillingScene;
beforeAll(async () => {
  scene = await startBilling();
});
afterAll(() => scene.close());

describe('billing', () => {
  test('of a new organization is Lite with prices as Stripe has them, and asks for nothing', async () => {
    const admin = await scene.admin();

    expect(await scene.read(admin)).toMatchObject({
      tier: 'lite',
      subscription: null,
      pastDue: null,
      card: null,
      plans: [
        { tier: 'lite', priceId: null, price: null },
        { tier: 'core', priceId: 'price_core', price: { amount: 2_900, currency: 'USD' } },
        { tier: 'plus', priceId: 'price_plus', price: { amount: 7_900, currency: 'USD' } },
        { tier: 'system', priceId: 'price_system', price: { amount: 19_900, currency: 'USD' } },
      ],
      usage: {
        contacts: { used: 0, limit: 100, waiting: 0 },
        forms: { used: 0, limit: 1 },
        automations: { used: 0, limit: 0 },
        emailsSent: 0,
        scans: 0,
      },
      payment: { publishableKey: scene.fake.publishableKey },
    });
    expect(await scene.customerOf(admin)).toBe('');
  });

  test('upgrades when Stripe says it is paid, and not before', async () => {
    const admin = await scene.admin();

    const begun = await admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_core' });
    expect(begun).toMatchObject({ status: 200, body: { subscriptionId: expect.stringMatching(/^sub_/) } });
    expect(await scene.tierOf(admin)).toBe('lite');

    await scene.buy(admin, 'price_core');

    await expect.poll(() => scene.tierOf(admin), patience).toBe('core');
    const state = await scene.read(admin);
    expect(state).toMatchObject({
      tier: 'core',
      subscription: { tier: 'core', status: 'active', price: { amount: 2_900, currency: 'USD' }, endsAt: null },
      card: { brand: 'visa', last4: '4242' },
      billedTo: { email: admin.user.email },
      usage: { contacts: { limit: 5_000 }, forms: { limit: null }, automations: { used: 0, limit: 5 } },
    });
    const { items } = (await admin.request('GET', '/api/billing/invoices')).body;
    expect(items).toMatchObject([{ tier: 'core', state: 'paid', total: { amount: 2_900 } }]);
  });

  test('charges the stored card for the rest of the period when the plan goes up, as it said before', async () => {
    const admin = await scene.admin();
    await scene.buy(admin, 'price_core');
    await expect.poll(() => scene.tierOf(admin), patience).toBe('core');
    const preview = (await admin.request('GET', '/api/billing/preview?priceId=price_plus')).body;

    const { body } = await scene.buy(admin, 'price_plus');

    expect(body.clientSecret).toBeNull();
    await expect.poll(() => scene.tierOf(admin), patience).toBe('plus');
    const { items } = (await admin.request('GET', '/api/billing/invoices')).body;
    expect(preview.monthly).toEqual({ amount: 7_900, currency: 'USD' });
    expect(items).toHaveLength(2);
    // Both may be of the same second.
    const [raised] = items.filter(({ tier }: { tier: string }) => tier === 'plus');
    expect(raised).toMatchObject({ state: 'paid' });
    // A second may have passed between the two.
    expect(Math.abs(raised.total.amount - preview.today.amount)).toBeLessThanOrEqual(1);
  });

  test('keeps the old plan when the card refuses the higher one, until it is confirmed', async () => {
    const admin = await scene.admin();
    await scene.buy(admin, 'price_core');
    await expect.poll(() => scene.tierOf(admin), patience).toBe('core');
    await scene.fake.control.cardDeclines(await scene.customerOf(admin), 'insufficient_funds');

    const begun = await admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_plus' });
    expect(begun.body.clientSecret).toMatch(/_secret_/);
    await scene.fake.control.settled();
    expect(await scene.tierOf(admin)).toBe('core');
    expect(await scene.read(admin)).toMatchObject({ pastDue: null, subscription: { tier: 'core', status: 'active' } });

    await scene.fake.control.cardDeclines(await scene.customerOf(admin), null);
    await scene.buy(admin, 'price_plus', 'pm_card_mastercard');
    await expect.poll(() => scene.tierOf(admin), patience).toBe('plus');
  });

  test('refuses what is no upgrade, and sells System by a conversation', async () => {
    const admin = await scene.admin();
    await scene.buy(admin, 'price_plus');
    await expect.poll(() => scene.tierOf(admin), patience).toBe('plus');

    const lower = await admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_core' });
    const same = await admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_plus' });
    const system = await admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_system' });
    const odd = await admin.request('POST', '/api/stripe/create-subscription', { priceId: scene.fake.prices.core });

    expect([lower.status, same.status, system.status, odd.status]).toEqual([409, 409, 409, 400]);
    expect(system.body.message).toBe('Please contact our sales team for the System plan.');
    expect((await admin.request('POST', '/api/billing/sales-request')).status).toBe(204);
    const mail = await scene.api.mail.waitFor('sales@waggle.test');
    expect(mail.text).toContain(admin.user.email);
    expect(mail.text).toContain(admin.user.organizationId);
    expect(mail.text).toContain(await scene.customerOf(admin));
  });

  test('is given to who asked for System from Lite, by a subscription of the customer the email names', async () => {
    const admin = await scene.admin();
    await admin.request('POST', '/api/billing/sales-request');
    const asked = ({ text }: { text: string }) => text.includes(admin.user.organizationId);
    const mail = await scene.api.mail.waitFor('sales@waggle.test', asked);
    const [customer = ''] = /cus_\w+/.exec(mail.text) ?? [];

    const subscription = await scene.stripe.subscriptions.create(incomplete(customer, scene.fake.prices.system));
    await scene.stripe.paymentIntents.confirm(intentIn(subscription), { payment_method: 'pm_card_visa' });

    await expect.poll(() => scene.tierOf(admin), patience).toBe('system');
  });

  test('that is sold already is raised to System by its own subscription, which the email names', async () => {
    const admin = await scene.admin();
    const { body } = await scene.buy(admin, 'price_core');
    await expect.poll(() => scene.tierOf(admin), patience).toBe('core');

    await admin.request('POST', '/api/billing/sales-request');

    const asked = ({ text }: { text: string }) => text.includes(admin.user.organizationId);
    const { text } = await scene.api.mail.waitFor('sales@waggle.test', asked);
    const words = text.replace(/\s+/g, ' ');
    expect(words).toContain(`Change the price of subscription ${body.subscriptionId} to the System price.`);
    expect(words).toContain("Don't make a second subscription: both would be charged.");
    expect(words).not.toContain('Make the subscription');
  });

  test('is asked for by email although Stripe makes no customer now', async () => {
    const admin = await scene.admin();
    // Looks at customers of before go on meanwhile.
    const making = { method: 'POST', path: '/v1/customers' };
    for (let tries = 0; tries < 3; tries += 1) await scene.fake.control.failNext('500', making);
    await admin.request('POST', '/api/billing/sales-request');
    const asked = ({ text }: { text: string }) => text.includes(admin.user.organizationId);

    const mail = await scene.api.mail.waitFor('sales@waggle.test', asked);

    expect(mail.text).toContain('could not be made');
    expect(mail.text).toContain(admin.user.email);
  });

  test('opens the portal, which leads back here', async () => {
    const admin = await scene.admin();

    const { body } = await admin.request('POST', '/api/stripe/create-portal-session');

    expect(body.url).toMatch(/^http/);
    const page = await (await fetch(body.url)).text();
    expect(page).toContain('http://waggle.test/dashboard/billing');
  });

  test('ends with the period once it is canceled, and loses nothing', async () => {
    const admin = await scene.admin();
    const { body } = await scene.buy(admin, 'price_core');
    await expect.poll(() => scene.tierOf(admin), patience).toBe('core');

    await scene.stripe.subscriptions.update(body.subscriptionId, { cancel_at_period_end: true });
    await expect.poll(async () => (await scene.read(admin)).subscription?.endsAt ?? null).not.toBeNull();
    expect(await scene.tierOf(admin)).toBe('core');

    await scene.stripe.subscriptions.cancel(body.subscriptionId);
    await expect.poll(() => scene.tierOf(admin), patience).toBe('lite');
    await scene.api.mail.waitFor(admin.user.email, ({ subject }) => subject === 'Your Core subscription has ended');
    expect((await admin.request('GET', '/api/billing/invoices')).body.items).toHaveLength(1);
  });

  test('is for ADMINs; a USER can ask them', async () => {
    const admin = await scene.admin();
    const user = await joinTeam(scene.api, admin, 'USER');

    expect((await user.request('GET', '/api/billing')).status).toBe(403);
    expect((await user.request('POST', '/api/billing/ask-admin', { need: 'contacts' })).status).toBe(204);
    const mail = await scene.api.mail.waitFor(
      admin.user.email,
      ({ subject }) => subject === 'A colleague needs a higher plan',
    );
    expect(mail.text).toContain(`${user.user.name} works with you`);
    expect(mail.text).toContain('http://waggle.test/dashboard/billing');
  });
});

test('an installation without keys has no billing', async () => {
  const api = await startTestApi({ env: { STRIPE_SECRET_KEY: '' } });
  const { registerAdmin } = await import('../../../test/harness/people.ts');
  const admin = await registerAdmin(api);

  const answers = await Promise.all([
    admin.request('GET', '/api/billing'),
    admin.request('GET', '/api/billing/notice'),
    admin.request('GET', '/api/billing/invoices'),
    admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_core' }),
    admin.request('POST', '/api/stripe/create-portal-session'),
    admin.request('POST', '/api/billing/ask-admin', { need: 'forms' }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  await api.close();
});
