import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { addPeople, ask } from '../../../test/sending/ready-admin.ts';
import { sentCampaign } from '../../../test/sending/sent-campaign.ts';
import { readActivity } from './activity.ts';
import { readMetrics } from './metrics.ts';
import { createScene, publishedForm } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const metrics = '/api/dashboard/metrics';

describe('the figures of Overview', () => {
  /** On March 31 at ten in New York, so last month is all of February; clocks went forward on March 9. */
  const now = '2025-03-31T14:00:00Z';

  async function spring() {
    const scene = await createScene(api, 'America/New_York');
    const { maple, harbour } = scene;
    const [reader] = await scene.people({ clientId: maple, count: 4, at: '2025-02-10T12:00:00Z' });
    // The last half hour of February in New York.
    const [guest] = await scene.people({ clientId: harbour, count: 2, at: '2025-03-01T04:30:00Z' });
    await scene.people({ count: 3, at: '2025-03-10T12:00:00Z' });
    await scene.at(
      '2025-03-15T12:00:00Z',
      `update contacts set status = 'unsubscribed' where organization_id = $1 and id = $2`,
      reader,
    );
    await scene.at('2025-03-20T12:00:00Z', 'delete from contacts where organization_id = $1 and id = $2', guest);
    await scene.at('2025-02-01T12:00:00Z', publishedForm, maple);
    await scene.at('2025-03-05T12:00:00Z', publishedForm, harbour);
    return scene;
  }

  test('count contacts and compare those who can be emailed with last month', async () => {
    const { contextAt, maple, harbour } = await spring();

    expect(await readMetrics(contextAt(now))).toMatchObject({ totalContacts: 8, contactsGrowth: 16.67 });
    expect(await readMetrics(contextAt(now, maple))).toMatchObject({ totalContacts: 4, contactsGrowth: -25 });
    expect(await readMetrics(contextAt(now, harbour))).toMatchObject({ totalContacts: 1, contactsGrowth: -50 });
  });

  test('count active forms, and have no growth where there was none', async () => {
    const { contextAt, maple, harbour } = await spring();

    expect(await readMetrics(contextAt(now))).toMatchObject({ activeForms: 2, formsGrowth: 100 });
    expect(await readMetrics(contextAt(now, maple))).toMatchObject({ activeForms: 1, formsGrowth: 0 });
    expect(await readMetrics(contextAt(now, harbour))).toMatchObject({ activeForms: 1, formsGrowth: null });
  });

  test('show how the last 30 days went', async () => {
    const { contextAt } = await spring();

    const { trends } = await readMetrics(contextAt(now));

    // From March 2 on: 6, then 9 on the 10th, then 8 on the 20th.
    expect(trends.contacts).toEqual([...Array(8).fill(6), ...Array(10).fill(9), ...Array(12).fill(8)]);
    expect(trends.forms).toEqual([1, 1, 1, ...Array(27).fill(2)]);
    expect(trends.revenue).toEqual([]);
  });

  test('compare opens of the month with the same days of last month', async () => {
    const { admin, contextAt, maple, harbour } = await spring();
    const send = (given: Parameters<typeof sentCampaign>[2]) => sentCampaign(api, admin, given);
    await send({ clientId: maple, sentAt: '2025-03-01T04:59:00Z', sent: 10, stats: { opened: 2 } });
    await send({ clientId: maple, sentAt: '2025-03-01T05:00:00Z', sent: 10, stats: { delivered: 8, opened: 4 } });

    const all = await readMetrics(contextAt(now));

    expect(all).toMatchObject({ emailOpenRate: 50, emailOpenRateGrowth: 150, isDeliveredEstimated: false });
    expect(all.trends.emailOpenRate).toEqual([null, null, null, 33.33, null, null, null, null]);
    expect(await readMetrics(contextAt(now, maple))).toMatchObject({ emailOpenRate: 50 });
    expect(await readMetrics(contextAt(now, harbour))).toMatchObject({
      emailOpenRate: null,
      emailOpenRateGrowth: null,
    });
    expect(await readMetrics(contextAt('2025-02-27T20:00:00Z'))).toMatchObject({ emailOpenRate: null });
  });
});

describe('revenue', () => {
  test('is what was bought this month less what was given back, against as much of last month, for the client that is shown', async () => {
    const { admin, maple, harbour, contextAt } = await createScene(api, 'America/New_York');
    const buy = async (clientId: string, amount: string, purchasedAt: string) => {
      const email = `b${purchasedAt.replaceAll(/\D/g, '')}@${clientId}.example`;
      const { id: contactId } = await ask(admin, 'POST', '/api/contacts', { email, clientId });
      return (await ask(admin, 'POST', '/api/purchases', { contactId, amount, currency: 'USD', purchasedAt }))
        .id as string;
    };
    // The last minute of March in New York, the first of April, and the same minute of both months.
    await buy(maple, '100', '2025-04-01T03:59:00Z');
    await buy(maple, '40', '2025-04-01T04:00:00Z');
    await buy(harbour, '20', '2025-03-05T14:00:00Z');
    await buy(harbour, '7', '2025-03-05T15:30:00Z');
    const returned = await buy(harbour, '15', '2025-04-03T12:00:00Z');
    await ask(admin, 'POST', `/api/purchases/${returned}/refund`, { amount: '5' });
    const now = '2025-04-05T14:10:00Z';

    expect(await readMetrics(contextAt(now))).toMatchObject({
      revenue: 5_000,
      revenueGrowth: 150,
      currency: 'USD',
      monthFrom: '2025-04-01',
    });
    expect(await readMetrics(contextAt(now, maple))).toMatchObject({ revenue: 4_000, revenueGrowth: null });
    expect((await readMetrics(contextAt(now))).trends.revenue.slice(-1)).toEqual([15_000]);
    expect((await readActivity(contextAt(now), 2)).items).toMatchObject([
      { event: 'bought', count: 1, on: '2025-04-03', money: { amount: 1_000, currency: 'USD' } },
      { event: 'bought', count: 1, on: '2025-04-01', money: { amount: 4_000 } },
    ]);
    // What the card and the line of the day open: the same purchases, the same sums.
    expect(await ask(admin, 'GET', '/api/purchases?from=2025-04-01&to=2025-04-30')).toMatchObject({
      total: 2,
      amount: 5_000,
    });
    expect(await ask(admin, 'GET', '/api/purchases?from=2025-04-03&to=2025-04-03')).toMatchObject({ amount: 1_000 });
  });
});

describe('asked for by people', () => {
  test('a new account has nothing to compare with and no revenue', async () => {
    const admin = await registerAdmin(api);

    const { trends, at, monthFrom, ...figures } = await ask(admin, 'GET', metrics);

    expect(figures).toEqual({
      totalContacts: 0,
      contactsGrowth: null,
      activeForms: 0,
      formsGrowth: null,
      emailOpenRate: null,
      emailOpenRateGrowth: null,
      revenue: null,
      revenueGrowth: null,
      currency: 'USD',
      isDeliveredEstimated: false,
    });
    expect(trends.contacts).toEqual(Array(30).fill(0));
    expect(Date.parse(at)).toBeCloseTo(Date.now(), -5);
    expect(monthFrom).toMatch(/^\d{4}-\d{2}-01$/);
  });

  test('whoever is limited to a client has its figures, whoever asked before', async () => {
    const { admin, maple, harbour } = await createScene(api, 'UTC');
    await addPeople(api, admin, 3, maple);
    await api.db.owner.query(
      `insert into contacts (organization_id, client_id, email) values ($1, $2, 'one@harbour.example')`,
      [admin.user.organizationId, harbour],
    );
    const limited = await joinTeam(api, admin, 'VIEWER', harbour);
    const total = async (person: typeof admin) => (await ask(person, 'GET', metrics)).totalContacts;

    expect(await total(admin)).toBe(4);
    expect(await total(limited)).toBe(1);
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: maple });
    expect(await total(admin)).toBe(3);
  });
});
