import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, type Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';
import { sentCampaign } from '../../../test/sending/sent-campaign.ts';
import { readContactGrowth } from './contact-growth.ts';
import { createScene } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const now = '2025-03-31T14:00:00Z';
const importedFile = `insert into imports (organization_id, client_id, kind, name, state, bytes, counts, finished_at)
  values ($1, $2, 'contacts', $3, 'done', 9, jsonb_build_object('created', $4::int), $5) returning id`;

describe('contact growth', () => {
  test('tells who joined and who left, by day and in all', async () => {
    const { people, at, contextAt } = await createScene(api, 'UTC');
    const [one, two, three] = await people({ count: 5, at: '2025-03-10T08:00:00Z' });
    await people({ count: 2, at: '2025-03-12T08:00:00Z', status: 'bounced' });
    const change = 'update contacts set status = $3 where organization_id = $1 and id = $2';
    await at('2025-03-12T09:00:00Z', change, one, 'unsubscribed');
    await at('2025-03-13T09:00:00Z', change, two, 'bounced');
    await at('2025-03-14T09:00:00Z', change, one, 'active');
    await at('2025-03-14T10:00:00Z', 'delete from contacts where organization_id = $1 and id = any($2)', [two, three]);

    const growth = await readContactGrowth(contextAt(now), '30d');

    expect(growth).toMatchObject({ from: '2025-03-02', to: '2025-03-31', joined: 6, left: 3, previous: null });
    expect(growth.days).toHaveLength(30);
    expect(growth.days.filter(({ on }) => on >= '2025-03-09' && on <= '2025-03-15')).toEqual([
      { on: '2025-03-09', total: 0, joined: 0, left: 0 },
      { on: '2025-03-10', total: 5, joined: 5, left: 0 },
      { on: '2025-03-11', total: 5, joined: 0, left: 0 },
      { on: '2025-03-12', total: 7, joined: 0, left: 1 },
      { on: '2025-03-13', total: 7, joined: 0, left: 1 },
      { on: '2025-03-14', total: 5, joined: 1, left: 1 },
      { on: '2025-03-15', total: 5, joined: 0, left: 0 },
    ]);
    expect(growth.days.at(-1)).toMatchObject({ total: 5 });
  });

  test.each([
    // The last half hour before, and the first after midnight; clocks went forward on March 9.
    ['America/New_York', '2025-03-09T04:30:00Z', '2025-03-10T03:30:00Z', ['2025-03-08', '2025-03-09']],
    ['Asia/Kolkata', '2025-03-09T18:29:00Z', '2025-03-09T18:30:00Z', ['2025-03-09', '2025-03-10']],
    ['Pacific/Chatham', '2025-03-09T10:14:00Z', '2025-03-09T10:15:00Z', ['2025-03-09', '2025-03-10']],
  ])('counts by the days of %s', async (timezone, first, second, expected) => {
    const { people, contextAt } = await createScene(api, timezone);
    await people({ count: 1, at: first });
    await people({ count: 1, at: second });

    const { days } = await readContactGrowth(contextAt(now), '90d');

    expect(days).toHaveLength(90);
    expect(days.filter(({ joined }) => joined > 0).map(({ on }) => on)).toEqual(expected);
  });

  test('stands beside as many days before, of the client that is shown', async () => {
    const { people, contextAt, maple, harbour } = await createScene(api, 'UTC');
    await people({ clientId: maple, count: 2, at: '2025-02-20T08:00:00Z' });
    await people({ clientId: harbour, count: 3, at: '2025-03-20T08:00:00Z' });
    const of = (clientId: string | null) => readContactGrowth(contextAt(now, clientId), '30d');

    const [all, ofMaple, ofHarbour] = [await of(null), await of(maple), await of(harbour)];

    const before = [...Array(20).fill(0), ...Array(10).fill(2)];
    expect([all.previous, ofMaple.previous, ofHarbour.previous]).toEqual([before, before, null]);
    expect([all, ofMaple, ofHarbour].map(({ joined, days }) => [joined, days.at(-1)!.total])).toEqual([
      [3, 5],
      [0, 2],
      [3, 3],
    ]);
  });

  test('goes back a year, week by week, and counts everybody in one of them', async () => {
    const { people, at, contextAt } = await createScene(api, 'America/Los_Angeles');
    await people({ count: 1, at: '2023-04-05T08:00:00Z' });
    // Seven in the evening of April 8 in Los Angeles, the last day of the first week.
    const [one] = await people({ count: 2, at: '2024-04-09T02:00:00Z' });
    await people({ count: 4, at: '2024-04-09T07:00:00Z' });
    await at('2025-03-31T08:00:00Z', 'delete from contacts where organization_id = $1 and id = $2', one);

    const { from, to, days, previous, joined, left } = await readContactGrowth(contextAt(now), '1y');

    expect([from, to, days.length, previous!.length]).toEqual(['2024-04-02', '2025-03-31', 52, 52]);
    expect(days.slice(0, 2)).toEqual([
      { on: '2024-04-08', total: 3, joined: 2, left: 0 },
      { on: '2024-04-15', total: 7, joined: 4, left: 0 },
    ]);
    expect([days.at(-1), joined, left]).toEqual([{ on: '2025-03-31', total: 6, joined: 0, left: 1 }, 6, 1]);
    expect([previous![0], previous!.at(-1)]).toEqual([1, 1]);
  });

  test('marks the largest campaigns and imports of the range, in the order of time', async () => {
    const { admin, maple, harbour, contextAt } = await createScene(api, 'Asia/Kolkata');
    const { organizationId } = admin.user;
    const imported = async (name: string, count: number, at: string, clientId: string) => {
      await api.db.owner.query(importedFile, [organizationId, clientId, name, count, at]);
    };
    await imported('fair.csv', 50, '2025-03-10T18:30:00Z', maple);
    await imported('nobody.csv', 0, '2025-03-11T18:30:00Z', maple);
    await imported('old.csv', 500, '2025-02-11T18:30:00Z', maple);
    for (let day = 10; day < 24; day += 1) {
      const sentAt = `2025-03-${day}T12:00:00Z`;
      await sentCampaign(api, admin, { name: `Day ${day}`, clientId: harbour, sentAt, sent: day });
    }

    const { marks } = await readContactGrowth(contextAt(now), '30d');
    const ofMaple = await readContactGrowth(contextAt(now, maple), '30d');

    expect(marks).toHaveLength(12);
    expect(marks[0]).toMatchObject({ kind: 'import', name: 'fair.csv', on: '2025-03-11' });
    expect(marks.slice(1).map(({ name }) => name)).toEqual([...Array(11).keys()].map((at) => `Day ${at + 13}`));
    expect(ofMaple.marks.map(({ name }) => name)).toEqual(['fair.csv']);
  });

  test('names no import to who may not open it, whoever asked before', async () => {
    const { admin, maple } = await createScene(api, 'UTC');
    const viewer = await joinTeam(api, admin, 'VIEWER');
    const { organizationId } = admin.user;
    await api.db.owner.query(importedFile, [organizationId, maple, 'fair.csv', 50, new Date().toISOString()]);
    const marksFor = async (person: Pick<Person, 'request'>) =>
      (await ask(person, 'GET', '/api/dashboard/contact-growth')).marks;

    expect(await marksFor(admin)).toMatchObject([{ name: 'fair.csv' }]);
    expect(await marksFor(viewer)).toEqual([]);
  });
});
