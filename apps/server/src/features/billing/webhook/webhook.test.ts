import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingScene, startBilling, webhookSecret } from '../../../../test/billing/scene.ts';
import { publicUrl } from '../../../../test/harness/test-api.ts';
import { webhookPath } from './routes.ts';

let scene: BillingScene;
beforeAll(async () => {
  scene = await startBilling();
});
afterAll(() => scene.close());

const signer = new Stripe('sk_test_of_nobody').webhooks;
const sign = (payload: string, { secret = webhookSecret, age = 0 } = {}) =>
  signer.generateTestHeaderString({ payload, secret, timestamp: Math.floor(Date.now() / 1_000) - age });
const post = async (payload: string, signature?: string, headers: Record<string, string> = {}) =>
  (
    await scene.api.app.inject({
      method: 'POST',
      url: webhookPath,
      headers: {
        host: new URL(publicUrl).host,
        'content-type': 'application/json',
        ...(signature && { 'stripe-signature': signature }),
        ...headers,
      },
      payload,
    })
  ).statusCode;

/** An event as Stripe would send it: the organization bought the highest plan. */
async function forged(organization: Awaited<ReturnType<BillingScene['admin']>>) {
  const customer = await scene.customerOf(organization);
  return JSON.stringify({
    id: `evt_${organization.user.id}`,
    object: 'event',
    type: 'customer.subscription.updated',
    created: Math.floor(Date.now() / 1_000),
    data: {
      object: {
        object: 'subscription',
        id: 'sub_forged',
        customer,
        status: 'active',
        items: { data: [{ price: { id: scene.fake.prices.system } }] },
      },
    },
  });
}
const jobsOf = async (organizationId: string) =>
  (
    await scene.api.db.owner.query(
      `select count(*)::int as jobs from stripe_events where organization_id = $1 and type = 'customer.subscription.updated'`,
      [organizationId],
    )
  ).rows[0].jobs as number;

describe('T03 a report of Stripe', () => {
  test('is refused unsigned, with another key, after 301 seconds and with one byte more', async () => {
    const admin = await scene.admin();
    await admin.request('POST', '/api/stripe/create-portal-session');
    const payload = await forged(admin);

    expect([
      await post(payload),
      await post(payload, 'nonsense'),
      await post(payload, sign(payload, { secret: 'whsec_other' })),
      await post(payload, sign(payload, { age: 301 })),
      await post(`${payload} `, sign(payload)),
      await post(payload, ''),
    ]).toEqual([400, 400, 400, 400, 400, 400]);
    expect(await jobsOf(admin.user.organizationId)).toBe(0);
    expect(await scene.tierOf(admin)).toBe('lite');
  });

  test('is not believed even when it is signed: what the customer has is asked', async () => {
    const admin = await scene.admin();
    await admin.request('POST', '/api/stripe/create-portal-session');
    const payload = await forged(admin);

    const statuses = await Promise.all(Array.from({ length: 100 }, () => post(payload, sign(payload))));

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await jobsOf(admin.user.organizationId)).toBe(1);
    await expect
      .poll(async () => {
        const { rows } = await scene.api.db.owner.query(
          'select looked_at from billing_accounts where organization_id = $1',
          [admin.user.organizationId],
        );
        return rows[0].looked_at !== null;
      })
      .toBe(true);
    expect(await scene.tierOf(admin)).toBe('lite');
  });

  test('of a customer nobody knows, or about something else, does nothing', async () => {
    const of = (object: object) =>
      JSON.stringify({ id: 'evt_x', object: 'event', type: 'x', created: 1, data: { object } });
    const payloads = [
      of({ object: 'invoice', customer: 'cus_unknown' }),
      of({ object: 'balance' }),
      of({ object: 'customer', id: 'cus_unknown' }),
      of({ object: 'charge', customer: { id: "'; drop table organizations; --" } }),
    ];

    for (const payload of payloads) expect(await post(payload, sign(payload))).toBe(200);
    expect(await post('[]', sign('[]'))).toBeLessThan(500);
    expect(await post('{}', sign('{}'))).toBeLessThan(500);
    expect(await post('not json', sign('not json'))).toBe(400);
  });

  test('comes from other origins without a cookie, and only by POST', async () => {
    const payload = JSON.stringify({ id: 'evt_o', object: 'event', type: 'x', created: 1, data: { object: {} } });
    expect(await post(payload, sign(payload), { origin: 'https://stripe.example' })).toBe(200);
    const read = await scene.api.app.inject({
      method: 'GET',
      url: webhookPath,
      headers: { host: new URL(publicUrl).host },
    });
    expect(read.statusCode).toBe(404);
  });
});
