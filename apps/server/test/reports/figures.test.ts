import { isEmptyReport } from '@waggle/email/report/report';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '#features/analytics/ask/ask.ts';
import { funnelOf } from '#features/analytics/funnel.ts';
import { contactAnalytics } from '#features/analytics/contacts.ts';
import { overviewOf } from '#features/analytics/overview.ts';
import { addClient, addCode, addContacts, lookAt } from '#features/analytics/test-harness.ts';
import { rowsOf } from '#features/dashboard/test-rows.ts';
import { createPurchaseScene } from '#features/purchases/test-harness.ts';
import { addDays } from '#features/engagement/index.ts';
import { readReport } from '#features/reports/figures.ts';
import type { Context } from '#platform/context.ts';
import { type Person, registerAdmin } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';

let api: TestApi;
let admin: Person;
let maple: string;
let code: string;
let campaign: string;
const today = new Date().toISOString().slice(0, 10);
const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7));
const sundayNight = `${addDays(monday, 6)}T23:59:00Z`;
/** When the report of this week is sent. */
const nextMonday = `${addDays(monday, 7)}T08:00:00Z`;
const weekly = { frequency: 'weekly', locale: 'en' } as const;

beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'system', timezone = 'UTC' where id = $1`, [
    admin.user.organizationId,
  ]);
  maple = await addClient(admin, 'Maple & Rye');
  const at = (day: number) => `${addDays(monday, day)}T09:00:00Z`;
  await addContacts(api, admin, { at: at(0), people: 5, clientId: maple });
  await addContacts(api, admin, { at: at(-3), people: 3, clientId: maple });
  await addContacts(api, admin, { at: at(-40), people: 20 });
  code = await addCode(api, admin, {
    name: 'Counter card',
    clientId: maple,
    days: { [monday]: 40, [addDays(monday, -2)]: 50 },
  });
  campaign = await rowsOf(api, admin).campaign({
    clientId: maple,
    name: 'Pre-orders',
    status: 'COMPLETED',
    sent_at: at(0),
    stats: JSON.stringify({ delivered: 80, opened: 36, clicked: 9 }),
    progress: { accepted: 80 },
  });
  const shop = createPurchaseScene(api, admin);
  const [first, second] = [await shop.addContact(maple), await shop.addContact()];
  await shop.touch(first.id, 'scan', code, 0.01);
  await shop.buy(first.id, '13.02');
  await shop.touch(second.id, 'click', campaign, 0.01);
  await shop.buy(second.id, '20');
});
afterAll(() => api.close());

const seenAt = (now: string, client: string | null): Context => ({
  ...lookAt(api, admin, now, client),
  db: api.database.tenant({ organizationId: admin.user.organizationId, clientLimit: client }),
});

describe('the figures of a week', () => {
  test.each(['all clients', 'one client'])('are those Analytics shows on its last evening, of %s', async (whose) => {
    const client = whose === 'one client' ? maple : null;
    const report = await readReport(seenAt(nextMonday, client), weekly);
    const evening = seenAt(sundayNight, client);
    const overview = await overviewOf(evening, '7d');
    const contacts = await contactAnalytics(evening, '7d');
    const funnel = await funnelOf(evening, { period: '7d', qrCodeId: undefined } as never);

    expect(report.period).toEqual(overview.period);
    expect(report.newContacts).toEqual({ value: contacts.created, before: contacts.createdBefore });
    expect(report.emailOpenRate.value).toBe(overview.emailOpenRate.value);
    expect(report.emailOpenRate.value).toBe(45);
    expect(report.scans).toEqual({ value: overview.scans.value, before: 50 });
    expect(report.revenue!.value).toBe(funnel.revenue.all);
    expect(report.contacts.at(-1)).toEqual({ to: addDays(monday, 6), total: overview.contacts.value });
    expect(report.contacts).toHaveLength(12);
    expect(report.revenueByWeek).toHaveLength(8);
    expect(report.revenueByWeek!.at(-1)!.amount).toBe(funnel.revenue.all);
    expect(report.worked.map(({ name, revenue }) => [name, revenue])).toEqual(
      funnel.sources.map(({ name, last }) => [name, last]),
    );
  });

  test('name what worked with what it led to', async () => {
    const { worked } = await readReport(seenAt(nextMonday, null), weekly);

    expect(worked).toEqual([
      { kind: 'campaign', name: 'Pre-orders', result: 45, sentOn: monday, revenue: 2_000 },
      { kind: 'code', name: 'Counter card', result: 40, sentOn: null, revenue: 1_302 },
    ]);
  });

  test('name no email to one contact, whose purchases count among other sources', async () => {
    const bakery = await addClient(admin, 'Bakery');
    const shop = createPurchaseScene(api, admin);
    const contact = await shop.addContact(bakery);
    const letter = await rowsOf(api, admin).campaign({
      clientId: bakery,
      name: 'Your refund, Ann',
      subject: 'Your refund, Ann',
      contact_id: contact.id,
      status: 'COMPLETED',
      sent_at: `${monday}T09:00:00Z`,
    });
    await shop.touch(contact.id, 'click', letter, 0.01);
    await shop.buy(contact.id, '7');

    const report = await readReport(seenAt(nextMonday, bakery), weekly);
    const funnel = await funnelOf(seenAt(sundayNight, bakery), { period: '7d', qrCodeId: undefined } as never);
    const asked = await answerOf(seenAt(sundayNight, bakery), { metric: 'revenue', period: '7d', breakdown: 'source' });

    expect(report).toMatchObject({ worked: [], revenue: { value: 700 } });
    expect(funnel).toMatchObject({ sources: [], others: { last: 700, linear: 700 }, none: { last: 0 } });
    expect(asked.rows).toMatchObject([{ kind: 'others', name: null, value: 700 }]);
  });

  test('hold nothing of another client', async () => {
    const harbour = await addClient(admin, 'Harbour');

    const report = await readReport(seenAt(nextMonday, harbour), weekly);

    expect(report).toMatchObject({ client: 'Harbour', newContacts: { value: 0 }, scans: { value: 0 }, worked: [] });
    expect(isEmptyReport(report)).toBe(true);
  });
});
