import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';
import { sentCampaign } from '../../../test/sending/sent-campaign.ts';
import { addClient, addCode, addContacts, registerInUtc } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true, env: { STRIPE_SECRET_KEY: 'sk_test_charts' } });
});
afterAll(() => api.close());

const now = () => new Date().toISOString();
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const setTier = ({ user }: Person, tier: string) =>
  api.db.owner.query('update organizations set subscription_tier = $2 where id = $1', [user.organizationId, tier]);

async function agency(): Promise<{ admin: Person; one: string; two: string }> {
  const admin = await registerInUtc(api);
  await setTier(admin, 'plus');
  const [one, two] = [await addClient(admin, 'One'), await addClient(admin, 'Two')];
  for (const [clientId, factor] of [[one, 1] as const, [two, 3] as const, [null, 1_000] as const]) {
    await addContacts(api, admin, { at: ago(60), people: factor, clientId });
    await addContacts(api, admin, { at: now(), people: factor, clientId });
    const stats = { delivered: 10 * factor, opened: 2 * factor * factor, clicked: factor };
    await sentCampaign(api, admin, { sentAt: now(), sent: 10 * factor, clientId, stats });
    await addCode(api, admin, {
      name: 'Code',
      clientId,
      days: { [now().slice(0, 10)]: factor, [ago(60).slice(0, 10)]: 5 },
    });
  }
  return { admin, one, two };
}

test('each client has the figures of its own analytics, beside the average of clients', async () => {
  const { admin, one, two } = await agency();

  const { clients, average } = await ask(admin, 'GET', '/api/analytics/clients?period=30d');

  expect(clients).toEqual([
    { id: one, name: 'One', contacts: 2, created: 1, sent: 10, openRate: 20, clickRate: 10, scans: 1 },
    { id: two, name: 'Two', contacts: 6, created: 3, sent: 30, openRate: 60, clickRate: 10, scans: 3 },
  ]);
  expect(average).toEqual({ contacts: 4, created: 2, sent: 20, openRate: 50, clickRate: 10, scans: 2 });
  for (const { id, ...shown } of clients) {
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: id });
    const own = await ask(admin, 'GET', '/api/analytics?period=30d');
    expect([own.contacts.value, own.performance.sent, own.emailOpenRate.value, own.scans.value]).toEqual([
      shown.contacts,
      shown.sent,
      shown.openRate,
      shown.scans,
    ]);
  }
});

test('nobody who is limited to a client, or looks at one, sees the others', async () => {
  const { admin, one } = await agency();
  const asked = async (person: Pick<Person, 'request'>) =>
    [
      await person.request('GET', '/api/analytics/clients'),
      await person.request('GET', '/api/analytics/export?table=clients'),
    ].map(({ status, body }) => [status, body.code]);

  for (const role of ['USER', 'VIEWER'] as const)
    expect(await asked(await joinTeam(api, admin, role, one))).toEqual([
      [403, 'forbidden'],
      [403, 'forbidden'],
    ]);
  const viewer = await joinTeam(api, admin, 'VIEWER');
  expect((await viewer.request('GET', '/api/analytics/clients')).status).toBe(200);
  await ask(viewer, 'POST', '/api/auth/set-active-client', { clientId: one });
  expect((await asked(viewer))[0]).toEqual([403, 'forbidden']);
});

test('the comparison belongs to plans from Plus', async () => {
  const { admin } = await agency();
  const codes = [];
  for (const tier of ['lite', 'core', 'plus', 'system']) {
    await setTier(admin, tier);
    codes.push((await admin.request('GET', '/api/analytics/clients')).status);
  }

  expect(codes).toEqual([403, 403, 200, 200]);
});

test('a client that is switched off, and an organization without clients, have no rows', async () => {
  const { admin, two } = await agency();
  await api.db.owner.query('update clients set is_active = false where id = $1', [two]);
  const lonely = await registerInUtc(api);
  await setTier(lonely, 'plus');

  expect((await ask(admin, 'GET', '/api/analytics/clients?period=7d')).clients).toHaveLength(1);
  expect(await ask(lonely, 'GET', '/api/analytics/clients')).toMatchObject({
    clients: [],
    average: { contacts: 0, openRate: null },
  });
});
