import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import type { Person } from '../../../../test/harness/people.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';
import { createAgency, fillAgency, show } from './agency-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ env: { STRIPE_SECRET_KEY: 'sk_test_control_room' } });
});
afterAll(() => api.close());

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const percent = (part: number, whole: number) => (whole > 0 ? expect.closeTo((100 * part) / whole, 6) : null);

/** Everything that the calls behind Overview, Analytics and Campaigns say of the client that is shown, or of all. */
async function ownScreens(admin: Pick<Person, 'request'>) {
  const get = (path: string) => ask(admin, 'GET', path);
  const metrics = await get('/api/dashboard/metrics');
  const growth = await get('/api/dashboard/contact-growth?range=30d');
  const analytics = await get('/api/analytics?period=30d');
  const sent = await get('/api/analytics/campaigns?period=all&limit=100');
  const listed = await get('/api/campaigns?limit=100');
  const purchased = ({ from, to }: { from: string; to: string }) => get(`/api/purchases?from=${from}&to=${to}`);
  const [sold, before] = [(await purchased(analytics.period)).amount, (await purchased(analytics.previous)).amount];
  expect((await get('/api/analytics/funnel?period=30d')).revenue.all).toBe(sold);
  const inPeriod = new Set(
    (await get('/api/analytics/campaigns?period=30d&limit=100')).items.map(({ id }: { id: string }) => id),
  );
  const complained = sum(
    listed.items
      .filter(({ id }: { id: string }) => inPeriod.has(id))
      .map(({ stats }: { stats: { complained: number } }) => stats.complained),
  );
  const mailable = sum(
    analytics.distribution
      .filter(({ status }: { status: string }) => status === 'active' || status === 'lead')
      .map(({ contacts }: { contacts: number }) => contacts),
  );
  const { performance } = analytics;
  expect(metrics.totalContacts).toBe(analytics.contacts.value);
  return {
    contacts: analytics.contacts.value,
    mailable,
    growth: growth.days.at(-1).total - (growth.previous?.at(-1) ?? 0),
    trend: metrics.trends.contacts,
    lastSentAt: sent.items[0]?.sentAt ?? null,
    sent: performance.sent,
    deliveredRate: percent(performance.delivered, performance.sent),
    bounceRate: percent(performance.bounced, performance.sent),
    complaintRate: percent(complained, performance.sent),
    revenue: metrics.revenue === null ? null : sold,
    revenueChange: metrics.revenue === null ? null : percent(sold - before, before),
  };
}

test.each(['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
  'each figure in %s is that of the own screens of the client',
  async (timezone) => {
    const seed = randomInt(2 ** 30);
    const agency = await createAgency(api, timezone);
    const { admin } = agency;
    const clients = await fillAgency(agency, seed);

    const { items, total, sums } = await ask(admin, 'GET', '/api/dashboard/clients');

    expect(total).toBe(3);
    const all = await ownScreens(admin);
    expect(sums, `seed ${seed}`).toMatchObject({
      contacts: all.contacts,
      counted: all.mailable,
      limit: 25_000,
      sent: all.sent,
      deliveredRate: all.deliveredRate,
      growth: all.growth,
      revenue: all.revenue,
      revenueChange: all.revenueChange,
    });
    for (const clientId of clients) {
      const shown = items.find(({ id }: { id: string }) => id === clientId);
      await show(admin, clientId);
      const { mailable, sent: _sent, deliveredRate: _delivered, ...own } = await ownScreens(admin);
      expect(shown, `seed ${seed}, ${shown.name}`).toMatchObject({ ...own, planShare: percent(mailable, 25_000) });
    }
  },
  60_000,
);
