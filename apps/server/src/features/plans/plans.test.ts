import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';

let api: TestApi;
let admin: Person;
/** An installation without Stripe, and an organization that once had the smallest plan. */
beforeAll(async () => {
  api = await startTestApi({ env: { STRIPE_SECRET_KEY: '' }, workers: true });
  admin = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'lite'`);
});
afterAll(() => api.close());

const fill = (contacts: number) =>
  api.db.owner.query(
    `insert into contacts (organization_id, email, status)
     select $1, 'person' || n || '@plans.example', 'active' from generate_series(1, $2::int) n`,
    [admin.user.organizationId, contacts],
  );

describe('D16: an installation that sells no plans', () => {
  test('shows everybody the highest tier, whatever the row says', async () => {
    const me = await admin.request('GET', '/api/auth/me');
    const organization = await admin.request('GET', '/api/organization');
    const renamed = await admin.request('PUT', '/api/organization', { name: 'Renamed', timezone: 'UTC' });

    expect([me, organization, renamed].map(({ body }) => body.subscriptionTier)).toEqual([
      'system',
      'system',
      'system',
    ]);
    expect(me.body.sellsPlans).toBe(false);
  });

  test('limits neither contacts nor QR codes', async () => {
    await fill(150);

    const contact = await admin.request('POST', '/api/contacts', { email: 'one.more@plans.example' });
    const summary = await admin.request('GET', '/api/contacts/summary');
    const code = await admin.request('POST', '/api/qr-codes', { name: 'Menu', targetUrl: 'https://example.org' });

    expect(contact.status).toBe(201);
    expect(summary.body).toMatchObject({ counted: 151, limit: null });
    expect(code.status).toBe(201);
  });

  test('lets every form be edited, however many are active', async () => {
    const form = {
      name: 'Join',
      fields: [{ id: 'field_1', type: 'email', label: 'Email' }],
      settings: { title: 'Join' },
    };
    const made = [await admin.request('POST', '/api/forms', form), await admin.request('POST', '/api/forms', form)];

    const renamed = await admin.request('PUT', `/api/forms/${made[1]!.body.id}`, { name: 'Renamed' });

    expect(made.map(({ status, body }) => [status, body.isBeyondPlan])).toEqual([
      [201, false],
      [201, false],
    ]);
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Renamed', isBeyondPlan: false } });
  });

  test('limits nothing that jobs do either', async () => {
    const { body: batch } = await admin.request('POST', '/api/contacts/batches', { action: 'delete', filter: {} });
    const state = async () => (await admin.request('GET', `/api/contacts/batches/${batch.id}`)).body.state;
    await expect.poll(state, { timeout: 60_000 }).toBe('done');

    await admin.request('POST', `/api/contacts/batches/${batch.id}/undo`);

    await expect.poll(state, { timeout: 60_000 }).toBe('undone');
    expect((await admin.request('GET', '/api/contacts/summary')).body).toMatchObject({ counted: 151 });
  });
});
