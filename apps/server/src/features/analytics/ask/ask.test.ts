import { askBreakdowns, askMetrics, breakdowns } from '@waggle/contracts/ask';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';
import { sentCampaign } from '../../../../test/sending/sent-campaign.ts';
import { addClient, addCode, addContacts, lookAt, setTimezone } from '../test-harness.ts';
import { answerOf } from './ask.ts';

let api: TestApi;
let admin: Person;
let [mine, other] = ['', ''];
const now = new Date().toISOString();
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await registerAdmin(api);
  await setTimezone(api, admin, 'UTC');
  await api.db.owner.query(`update organizations set subscription_tier = 'plus' where id = $1`, [
    admin.user.organizationId,
  ]);
  mine = await addClient(admin, 'Mine');
  other = await addClient(admin, 'Other');
  for (const [clientId, factor] of [[null, 1] as const, [mine, 10] as const, [other, 100] as const]) {
    await addContacts(api, admin, { at: now, people: factor, clientId });
    await sentCampaign(api, admin, {
      name: `Sent ${factor}`,
      sentAt: now,
      sent: factor,
      clientId,
      stats: { opened: factor },
    });
    await addCode(api, admin, { name: `Code ${factor}`, clientId, days: { [now.slice(0, 10)]: factor } });
  }
});
afterAll(() => api.close());

const path = '/api/analytics/ask';
const asked = (person: Pick<Person, 'request'>, query: Record<string, string>) =>
  ask(person, 'GET', `${path}?${new URLSearchParams(query).toString()}`);
const rowsOf = async (query: Record<string, string>) =>
  (await asked(admin, query)).rows.map((row: { kind: string; name: string | null; value: number }) => [
    row.name ?? row.kind,
    row.value,
  ]);

test('answers what the other calls show, and cut into what adds up', async () => {
  const overview = await ask(admin, 'GET', '/api/analytics?period=30d');
  expect((await asked(admin, { metric: 'opens', period: '30d' })).value).toBe(overview.performance.opened);
  expect((await asked(admin, { metric: 'scans', period: '30d' })).value).toBe(overview.scans.value);
  expect((await asked(admin, { metric: 'contacts' })).value).toBe(overview.contacts.value);

  const all = [
    ['Other', 100],
    ['Mine', 10],
    ['others', 1],
  ];
  for (const metric of ['opens', 'sent', 'scans', 'new-contacts'])
    expect(await rowsOf({ metric, period: 'this-month', breakdown: 'client' }), metric).toEqual(all);
  expect(await rowsOf({ metric: 'scans', period: '7d', breakdown: 'code' })).toEqual([
    ['Code 100', 100],
    ['Code 10', 10],
    ['Code 1', 1],
  ]);
});

test('another client is nobody for whoever is limited to one or shows one', async () => {
  expect((await asked(admin, { metric: 'scans', clientId: mine })).value).toBe(10);
  const limited = await joinTeam(api, admin, 'VIEWER', mine);
  expect((await asked(limited, { metric: 'scans' })).value).toBe(10);
  expect((await asked(limited, { metric: 'scans', clientId: mine })).value).toBe(10);
  expect((await limited.request('GET', `${path}?metric=scans&clientId=${other}`)).status).toBe(404);
  expect((await limited.request('GET', `${path}?metric=scans&breakdown=client`)).status).toBe(403);
  const stranger = await registerAdmin(api);
  expect((await stranger.request('GET', `${path}?metric=scans&clientId=${mine}`)).status).toBe(404);
  expect((await asked(stranger, { metric: 'scans' })).value).toBe(0);
});

describe('a breakdown', () => {
  test('that a figure does not have is refused with those it has', async () => {
    const refused = await admin.request('GET', `${path}?metric=opens&breakdown=code`);

    expect([refused.status, refused.body]).toMatchObject([
      400,
      { message: 'This figure can be broken down by: campaign, client, month.' },
    ]);
    expect((await admin.request('GET', `${path}?metric=contacts&period=7d`)).status).toBe(400);
    for (const query of ['metric=forms', 'metric=opens&period=2026-13', 'metric=opens&table=x'])
      expect((await admin.request('GET', `${path}?${query}`)).status, query).toBe(400);
  });

  test('is answered for every figure that has it', async () => {
    for (const metric of askMetrics)
      for (const breakdown of breakdowns) {
        const { status } = await admin.request('GET', `${path}?metric=${metric}&breakdown=${breakdown}`);
        expect(status, `${metric} by ${breakdown}`).toBe(
          (askBreakdowns[metric] as readonly string[]).includes(breakdown) ? 200 : 400,
        );
      }
  });
});

test.each([
  ['this-week', '2026-05-11', '2026-05-13'],
  ['last-week', '2026-05-04', '2026-05-10'],
  ['this-month', '2026-05-01', '2026-05-13'],
  ['last-month', '2026-04-01', '2026-04-30'],
  ['this-year', '2026-01-01', '2026-05-13'],
  ['last-year', '2025-01-01', '2025-12-31'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['30d', '2026-04-14', '2026-05-13'],
])('%s is from %s to %s', async (period, from, to) => {
  const ctx = lookAt(api, admin, '2026-05-13T22:30:00Z');

  expect((await answerOf(ctx, { metric: 'scans', period })).period).toEqual({ from, to });
});
