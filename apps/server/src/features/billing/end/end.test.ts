import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueueSystem } from '#platform/jobs/job.ts';
import { type BillingScene, startBilling } from '../../../../test/billing/scene.ts';
import { goodPassword } from '../../../../test/harness/people.ts';
import { endSubscriptions } from '../jobs.ts';

let scene: BillingScene;
beforeAll(async () => {
  scene = await startBilling();
});
afterAll(() => scene.close());

test('deleting an organization cancels its subscription, also when Stripe is away at first', async () => {
  const admin = await scene.admin();
  const { body } = await scene.buy(admin, 'price_core');
  await expect.poll(() => scene.tierOf(admin)).toBe('core');
  const organization = (await admin.request('GET', '/api/organization')).body;
  await scene.fake.control.failNext('500', { method: 'DELETE' });

  const deleted = await admin.request('DELETE', '/api/organization', {
    name: organization.name,
    password: goodPassword,
  });
  expect(deleted.status).toBe(204);

  const status = async () => (await scene.stripe.subscriptions.retrieve(body.subscriptionId)).status;
  await expect
    .poll(
      async () => {
        await enqueueSystem(scene.api.database, endSubscriptions, {});
        return status();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe('canceled');
  await expect
    .poll(async () => (await scene.api.db.owner.query('select from stripe_cancellations')).rows.length)
    .toBe(0);
});
