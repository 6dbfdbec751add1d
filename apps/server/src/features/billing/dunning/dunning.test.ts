import { afterEach, describe, expect, test } from 'vitest';
import { type BillingScene, day, startBilling } from '../../../../test/billing/scene.ts';
import type { Person } from '../../../../test/harness/people.ts';

let scene: BillingScene;
afterEach(() => scene.close());

const seconds = () => Math.floor(Date.now() / 1_000);

/** An organization that bought Core a month before `ago` days, whose card was refused then. */
async function pastDue(ago: number, afterLastRetry: 'past_due' | 'unpaid' = 'past_due'): Promise<Person> {
  scene = await startBilling({ startsAt: seconds() - (ago + 31) * day });
  await scene.fake.control.afterLastRetry(afterLastRetry);
  const admin = await scene.admin();
  await scene.buy(admin, 'price_core');
  await expect.poll(() => scene.tierOf(admin)).toBe('core');
  await scene.fake.control.cardDeclines(await scene.customerOf(admin), 'insufficient_funds');
  await scene.fake.control.advance((ago + 31) * day);
  return admin;
}
const mailsOf = ({ user }: Person) =>
  scene.api.mail.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject);
const lookAgain = async ({ user: { organizationId } }: Person) => {
  const { enqueue } = await import('#platform/jobs/job.ts');
  const jobs = await import('../jobs.ts');
  const db = scene.api.database.tenant({ organizationId });
  await enqueue({ db, organizationId }, jobs.lookAgain, {});
};

describe('a payment that fails', () => {
  test('leaves everything as it was for 14 days, says until when, and is told once for each try', async () => {
    const admin = await pastDue(4);

    await expect.poll(async () => (await scene.read(admin)).pastDue?.tries.length ?? 0).toBeGreaterThanOrEqual(4);
    const { tier, subscription, pastDue: due } = await scene.read(admin);
    expect({ tier, subscription }).toMatchObject({ tier: 'core', subscription: { status: 'past-due' } });
    expect(due).toMatchObject({
      due: { amount: 2_900, currency: 'USD' },
      reason: 'insufficient_funds',
      isOver: false,
      invoiceUrl: expect.stringMatching(/^http/),
    });
    expect(due?.tries.map(({ outcome }) => outcome)).toEqual(['declined', 'declined', 'next', 'plan-ends']);
    const daysLeft = (Date.parse(due!.graceEndsAt) - Date.now()) / day / 1_000;
    expect(daysLeft).toBeGreaterThan(8);
    expect(daysLeft).toBeLessThan(11);

    const notice = (await admin.request('GET', '/api/billing/notice')).body;
    expect(notice).toEqual({ pastDue: { plan: 'core', graceEndsAt: due!.graceEndsAt, isOver: false } });

    await lookAgain(admin);
    await scene.api.mail.waitFor(admin.user.email, ({ subject }) => subject === 'Your payment failed');
    expect(mailsOf(admin).filter((subject) => subject === 'Your payment failed').length).toBeLessThanOrEqual(2);
    const upgrade = await admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_plus' });
    expect(upgrade).toMatchObject({ status: 409, body: { message: 'Pay the open invoice first, then upgrade.' } });
  });

  test('that is paid with another card is over, and says so', async () => {
    const admin = await pastDue(4);
    await expect.poll(async () => (await scene.read(admin)).pastDue).not.toBeNull();
    const customer = await scene.customerOf(admin);
    await scene.fake.control.cardDeclines(customer, null);
    await scene.fake.control.storeCard(customer, '4242424242424242');
    const { data } = await scene.stripe.invoices.list({ customer, status: 'open' });

    await scene.stripe.invoices.pay(data[0]!.id);

    await expect.poll(async () => (await scene.read(admin)).pastDue).toBeNull();
    expect(await scene.tierOf(admin)).toBe('core');
    await scene.api.mail.waitFor(admin.user.email, ({ subject }) => subject === 'We received your payment');
  });

  test('moves the account to Lite after 14 days, and back the moment it is paid', async () => {
    const admin = await pastDue(15);

    await lookAgain(admin);
    await expect.poll(() => scene.tierOf(admin)).toBe('lite');
    expect(await scene.read(admin)).toMatchObject({ tier: 'lite', pastDue: { isOver: true } });
    await scene.api.mail.waitFor(admin.user.email, ({ subject }) => subject === 'Your account moved from Core to Lite');

    const customer = await scene.customerOf(admin);
    await scene.fake.control.cardDeclines(customer, null);
    await scene.fake.control.storeCard(customer, '4242424242424242');
    const { data } = await scene.stripe.invoices.list({ customer, status: 'open' });
    for (const { id } of data) await scene.stripe.invoices.pay(id);
    await expect.poll(() => scene.tierOf(admin)).toBe('core');
  });

  describe('after the last retry, where Stripe marks the subscription unpaid', () => {
    const subscriptionsOf = async (admin: Person) =>
      (await scene.stripe.subscriptions.list({ customer: await scene.customerOf(admin), status: 'all' })).data;
    const statuses = async (admin: Person) => (await subscriptionsOf(admin)).map(({ status }) => status);
    const raise = (admin: Person) =>
      admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_plus' });
    const payFirst = { status: 409, body: { message: 'Pay the open invoice first, then upgrade.' } };

    test('leaves the plan as it was until the grace ends, and sells no second one', async () => {
      const admin = await pastDue(10, 'unpaid');
      expect(await statuses(admin)).toEqual(['unpaid']);

      await lookAgain(admin);
      await expect.poll(async () => (await scene.read(admin)).pastDue?.tries.length ?? 0).toBeGreaterThanOrEqual(4);

      expect(await scene.read(admin)).toMatchObject({
        tier: 'core',
        subscription: { tier: 'core', status: 'past-due' },
        pastDue: { due: { amount: 2_900 }, isOver: false, invoiceUrl: expect.stringMatching(/^http/) },
      });
      expect(await raise(admin)).toMatchObject(payFirst);
      expect(await statuses(admin)).toEqual(['unpaid']);
    });

    test('moves the account to Lite after 14 days, and the old invoice brings the one subscription back', async () => {
      const admin = await pastDue(15, 'unpaid');
      await lookAgain(admin);
      await expect.poll(() => scene.tierOf(admin)).toBe('lite');
      expect(await raise(admin)).toMatchObject(payFirst);

      const customer = await scene.customerOf(admin);
      await scene.fake.control.cardDeclines(customer, null);
      await scene.fake.control.storeCard(customer, '4242424242424242');
      const { data } = await scene.stripe.invoices.list({ customer, status: 'open' });
      for (const { id } of data) await scene.stripe.invoices.pay(id);

      await expect.poll(() => scene.tierOf(admin)).toBe('core');
      expect(await statuses(admin)).toEqual(['active']);
    });
  });

  test('is remembered three days before the plan ends', async () => {
    const admin = await pastDue(12);

    await lookAgain(admin);

    await scene.api.mail.waitFor(admin.user.email, ({ subject }) => subject.startsWith('Core ends on '));
    expect(await scene.tierOf(admin)).toBe('core');
  });
});
