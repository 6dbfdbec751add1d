import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { sentCampaign } from '../../../test/sending/sent-campaign.ts';
import { openingHours } from './opening-hours.ts';
import { addClient, lookAt, setTimezone } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

/** A Friday. */
const now = '2026-04-10T12:00:00Z';

type Opened = { sentAt: string; clientId?: string | null; hours: Record<string, number> };

async function addOpened(admin: Person, { sentAt, clientId = null, hours }: Opened): Promise<string> {
  const opened = Object.values(hours).reduce((sum, people) => sum + people, 0);
  const id = await sentCampaign(api, admin, { sentAt, sent: 100, clientId, stats: { opened } });
  // People by their first open, every open, and what programs opened.
  await api.db.owner.query(
    `insert into stat_hours (organization_id, subject_id, metric, hour, client_id, total)
     select $1, $2, metric, hour, $3, people from unnest($4::timestamptz[], $5::bigint[]) given (hour, people), unnest(array[20, 21, 22]) metric`,
    [admin.user.organizationId, id, clientId, Object.keys(hours), Object.values(hours)],
  );
  await api.db.owner.query(
    `select public.add_totals(array_agg($1::uuid), array_agg($2::uuid), array_agg(62::smallint), array_agg(hour), array_agg(people))
     from unnest($3::timestamptz[], $4::bigint[]) given (hour, people)`,
    [admin.user.organizationId, clientId, Object.keys(hours), Object.values(hours)],
  );
  return id;
}

test('people who opened stand at the weekday and hour of the organization, once each', async () => {
  const admin = await registerAdmin(api);
  await setTimezone(api, admin, 'America/New_York');
  // Sunday 23:00 in New York is Monday in UTC; the clocks change on March 8.
  await addOpened(admin, {
    sentAt: '2026-04-05T20:00:00Z',
    hours: { '2026-04-06T03:00:00Z': 4, '2026-04-07T13:00:00Z': 9 },
  });
  await addOpened(admin, { sentAt: '2026-04-06T20:00:00Z', hours: { '2026-04-07T13:00:00Z': 2 } });

  const { week, opened, timezone } = await openingHours(lookAt(api, admin, now), '30d');

  expect([week[6]![23], week[1]![9], opened, timezone]).toEqual([4, 11, 15, 'America/New_York']);
  expect(week.flat().filter((people) => people > 0)).toHaveLength(2);
});

test('an open belongs to the period in which it was, whenever the campaign was sent, until the campaign is deleted', async () => {
  const admin = await registerAdmin(api);
  await addOpened(admin, {
    sentAt: '2026-02-01T09:00:00Z',
    hours: { '2026-02-01T10:00:00Z': 5, '2026-04-09T10:00:00Z': 7 },
  });
  const deleted = await addOpened(admin, {
    sentAt: '2026-04-01T09:00:00Z',
    hours: { '2026-04-08T10:00:00Z': 50, '2026-04-09T10:00:00Z': 1 },
  });
  const opened = async (period: '30d' | '90d') => (await openingHours(lookAt(api, admin, now), period)).opened;
  expect([await opened('30d'), await opened('90d')]).toEqual([58, 63]);

  expect((await admin.request('DELETE', `/api/campaigns/${deleted}`)).status).toBe(204);

  expect([await opened('30d'), await opened('90d')]).toEqual([7, 12]);
});

test('whoever is limited to a client sees the hours of its readers alone', async () => {
  const admin = await registerAdmin(api);
  const [mine, other] = [await addClient(admin, 'Mine'), await addClient(admin, 'Other')];
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await addOpened(admin, { sentAt: at(5), clientId: mine, hours: { [at(2)]: 3 } });
  await addOpened(admin, { sentAt: at(5), clientId: other, hours: { [at(2)]: 30 } });
  const limited = await joinTeam(api, admin, 'VIEWER', mine);

  const opened = async (person: Pick<Person, 'request'>) =>
    (await person.request('GET', '/api/analytics/opening-hours?period=7d')).body.opened;

  expect([await opened(admin), await opened(limited)]).toEqual([33, 3]);
  const { body } = await admin.request('GET', '/api/analytics/export?table=opening-hours&period=7d');
  expect(String(body).split('\n')).toHaveLength(26);
  expect(String(body)).toContain('"33"');
});
