import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask, draft } from '../../../test/sending/ready-admin.ts';
import { sentCampaign } from '../../../test/sending/sent-campaign.ts';
import { contactAnalytics } from './contacts.ts';
import { overviewOf } from './overview.ts';
import { addClient, addCode, addContacts, lookAt, setTimezone } from './test-harness.ts';

let api: TestApi;
let admin: Person;
let [north, south] = ['', ''];
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await registerAdmin(api);
  await setTimezone(api, admin, 'Asia/Kolkata');
  north = await addClient(admin, 'North');
  south = await addClient(admin, 'South');
  await fillScene();
});
afterAll(() => api.close());

/** The period is 19 February to 20 March, the one before 20 January to 18 February. */
const now = '2026-03-20T12:00:00Z';
const overview = (clientId: string | null = null) => overviewOf(lookAt(api, admin, now, clientId), '30d');

async function fillScene() {
  await addContacts(api, admin, { at: '2025-06-01T10:00:00Z', people: 10 });
  await addContacts(api, admin, { at: '2026-02-01T10:00:00Z', people: 6, clientId: north, status: 'lead' });
  await addContacts(api, admin, { at: '2026-03-01T10:00:00Z', people: 3, clientId: north });
  await addContacts(api, admin, { at: '2026-03-20T10:00:00Z', people: 1, clientId: south, status: 'bounced' });
  await sentCampaign(api, admin, {
    name: 'March',
    sentAt: '2026-03-05T10:00:00Z',
    sent: 100,
    clientId: north,
    stats: { delivered: 80, opened: 20, clicked: 8, bounced: 10 },
  });
  await sentCampaign(api, admin, {
    name: 'Unreported',
    sentAt: '2026-02-18T18:30:00Z',
    sent: 50,
    stats: { opened: 12, clicked: 2, bounced: 10 },
  });
  await sentCampaign(api, admin, {
    name: 'Before',
    sentAt: '2026-02-18T18:29:59Z',
    sent: 20,
    clientId: north,
    stats: { delivered: 20, opened: 8 },
  });
  await sentCampaign(api, admin, { name: 'Long ago', sentAt: '2025-06-05T10:00:00Z', sent: 9, stats: { opened: 9 } });
  await addCode(api, admin, { name: 'Menu', days: { '2026-03-20': 5, '2026-02-19': 4, '2026-02-18': 6 } });
  await addCode(api, admin, { name: 'Door', clientId: north, days: { '2026-03-01': 3, '2025-01-01': 50 } });
}

describe('the overview', () => {
  test('compares contacts with how many there were, and sums with the period before', async () => {
    const seen = await overview();

    expect(seen).toMatchObject({
      period: { from: '2026-02-19', to: '2026-03-20' },
      previous: { from: '2026-01-20', to: '2026-02-18' },
      contacts: { value: 20, change: 25 },
      scans: { value: 12, change: 100 },
      isDeliveredEstimated: true,
      performance: { sent: 150, delivered: 120, opened: 32, clicked: 10, bounced: 20 },
      performanceBefore: { sent: 20, delivered: 20, opened: 8, clicked: 0, bounced: 0 },
    });
    // 32 of 120, against 8 of 20.
    expect(seen.emailOpenRate.value).toBeCloseTo(26.667, 3);
    expect(seen.emailOpenRate.change).toBeCloseTo(-33.333, 3);
  });

  test('shows every status of contacts, also one nobody has', async () => {
    expect((await overview()).distribution).toEqual([
      { status: 'active', contacts: 13 },
      { status: 'lead', contacts: 6 },
      { status: 'unsubscribed', contacts: 0 },
      { status: 'bounced', contacts: 1 },
      { status: 'complained', contacts: 0 },
    ]);
  });

  test('is about one client alone where one is shown', async () => {
    const [ofNorth, ofSouth] = [await overview(north), await overview(south)];

    expect(ofNorth).toMatchObject({
      contacts: { value: 9, change: 50 },
      emailOpenRate: { value: 25, change: -37.5 },
      scans: { value: 3, change: null },
      isDeliveredEstimated: false,
      performance: { sent: 100, delivered: 80, opened: 20, clicked: 8, bounced: 10 },
      campaigns: [{ name: 'March', clientId: north, openRate: 25, clickRate: 10, isDeliveredEstimated: false }],
      codes: [{ name: 'Door', scans: 3 }],
    });
    expect(ofSouth).toMatchObject({
      contacts: { value: 1, change: null },
      emailOpenRate: { value: null, change: null },
      scans: { value: 0, change: null },
      campaigns: [],
      codes: [],
    });
  });

  test('has the campaigns most people opened and the codes most people scanned', async () => {
    const { campaigns, codes } = await overview();

    expect(campaigns.map(({ name, opened, openRate }) => [name, opened, openRate])).toEqual([
      ['March', 20, 25],
      ['Unreported', 12, 30],
    ]);
    expect(codes.map(({ name, scans }) => [name, scans])).toEqual([
      ['Menu', 9],
      ['Door', 3],
    ]);
    expect(codes[0]!.trend).toEqual([4, ...Array.from({ length: 28 }, () => 0), 5]);
  });

  test('names five at most, equal ones by name', async () => {
    const tenant = await registerAdmin(api);
    for (const name of ['f', 'E', 'd', 'C', 'b', 'A']) {
      await sentCampaign(api, tenant, { name, sentAt: '2026-03-05T10:00:00Z', sent: 2, stats: { opened: 1 } });
      await addCode(api, tenant, { name, days: { '2026-03-05': 2 } });
    }
    await addCode(api, tenant, { name: 'Never scanned' });

    const { campaigns, codes } = await overviewOf(lookAt(api, tenant, now), '30d');

    for (const items of [campaigns, codes]) expect(items.map(({ name }) => name)).toEqual(['A', 'b', 'C', 'd', 'E']);
  });

  test('of an organization with nothing has zeros and nothing to compare', async () => {
    const tenant = await registerAdmin(api);

    const seen = await overviewOf(lookAt(api, tenant, now), '7d');

    expect(seen).toMatchObject({
      contacts: { value: 0, change: null },
      emailOpenRate: { value: null, change: null },
      scans: { value: 0, change: null },
      activeCampaigns: { value: 0, change: null },
      isDeliveredEstimated: false,
      performance: { sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0 },
    });
  });

  test('counts campaigns that are active, against how many were when the period began', async () => {
    const tenant = await registerAdmin(api);
    const ids = [];
    for (let at = 0; at < 5; at += 1) ids.push((await draft(tenant)).id);
    const { owner } = api.db;
    const activate = (some: string[]) =>
      owner.query(`update campaigns set status = 'ACTIVE' where id = any($1::uuid[])`, [some]);
    await activate(ids.slice(0, 2));
    await owner.query(`update metric_totals set at = at - interval '40 days' where organization_id = $1`, [
      tenant.user.organizationId,
    ]);
    await activate(ids.slice(2));
    const active = async (period: string) =>
      (await ask(tenant, 'GET', `/api/analytics?period=${period}`)).activeCampaigns;

    expect(await active('30d')).toEqual({ value: 5, change: 150 });
    expect(await active('90d')).toEqual({ value: 5, change: null });
    await owner.query(`update campaigns set status = 'COMPLETED' where id = any($1::uuid[])`, [ids.slice(1)]);
    expect(await active('30d')).toEqual({ value: 1, change: -50 });
  });
});

describe('contacts', () => {
  test('are counted by the month they came in', async () => {
    const seen = await contactAnalytics(lookAt(api, admin, now), '30d');

    expect(seen).toMatchObject({ total: 20, created: 4, createdBefore: 6, joined: 3, left: 0 });
    expect(seen.months).toEqual([
      { month: '2026-02-01', from: '2026-02-19', to: '2026-02-28', created: 0 },
      { month: '2026-03-01', from: '2026-03-01', to: '2026-03-20', created: 4 },
    ]);
    expect(await contactAnalytics(lookAt(api, admin, now, north), '30d')).toMatchObject({
      total: 9,
      created: 3,
      createdBefore: 6,
    });
  });

  test('who left lowers what was created when they came', async () => {
    const tenant = await registerAdmin(api);
    const [gone] = await addContacts(api, tenant, {
      at: new Date(Date.now() - 40 * 86_400_000).toISOString(),
      people: 4,
    });
    await api.db.owner.query('delete from contacts where id = $1', [gone]);

    expect(await ask(tenant, 'GET', '/api/analytics/contacts?period=30d')).toMatchObject({
      total: 3,
      created: 0,
      createdBefore: 3,
      joined: 0,
      left: 1,
    });
    expect((await ask(tenant, 'GET', '/api/analytics?period=30d')).contacts).toEqual({ value: 3, change: -25 });
  });
});
