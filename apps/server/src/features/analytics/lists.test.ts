import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { addPeople, ask } from '../../../test/sending/ready-admin.ts';
import { sentCampaign } from '../../../test/sending/sent-campaign.ts';
import { addCode, registerInUtc } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const dayMs = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();
const dayAgo = (days: number): string => ago(days).slice(0, 10);

/** Every page to the end. */
async function allPages(person: Pick<Person, 'request'>, path: string) {
  const pages = [];
  let cursor: string | null = null;
  do {
    const page: any = await ask(person, 'GET', `${path}${cursor === null ? '' : `&cursor=${cursor}`}`);
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}
const idsIn = (pages: { items: { id: string }[] }[]) => pages.flatMap(({ items }) => items.map(({ id }) => id));

describe('the list of campaigns', () => {
  test('has each campaign of the period once, newest first, with sums over all of them on every page', async () => {
    const admin = await registerInUtc(api);
    const ids = [];
    const sameMoment = ago(3);
    for (const sentAt of [ago(1), ago(2), sameMoment, sameMoment, sameMoment, ago(4), ago(29)])
      ids.push(await sentCampaign(api, admin, { sentAt, sent: 10, stats: { delivered: 8, opened: 2, clicked: 1 } }));
    await sentCampaign(api, admin, { sentAt: ago(31), sent: 100 });

    const pages = await allPages(admin, '/api/analytics/campaigns?period=30d&limit=2');

    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 2, 1]);
    expect(idsIn(pages)).toEqual([...ids.slice(0, 2), ...ids.slice(2, 5).toSorted().toReversed(), ...ids.slice(5)]);
    for (const { total, sums } of pages)
      expect([total, sums]).toEqual([7, { sent: 70, delivered: 56, opened: 14, clicked: 7, bounced: 0 }]);
    expect(pages[0].items[0]).toMatchObject({ name: 'Spring', openRate: 25, clickRate: 12.5, clientId: null });
  });

  test('leaves out what was deleted, what went to one contact and what was never sent', async () => {
    const admin = await registerInUtc(api);
    const [contact] = await addPeople(api, admin, 1);
    const [deleted, personal, unsent, shown] = [
      await sentCampaign(api, admin, { sentAt: ago(1), sent: 5 }),
      await sentCampaign(api, admin, { sentAt: ago(1), sent: 5 }),
      await sentCampaign(api, admin, { sentAt: ago(1), sent: 5 }),
      await sentCampaign(api, admin, { sentAt: ago(1), sent: 5 }),
    ];
    const { owner } = api.db;
    await owner.query('update campaigns set deleted_at = now() where id = $1', [deleted]);
    await owner.query('update campaigns set contact_id = $2 where id = $1', [personal, contact!.id]);
    await owner.query(`update campaigns set sent_at = null, status = 'DRAFT' where id = $1`, [unsent]);

    for (const period of ['7d', 'all']) {
      const page = await ask(admin, 'GET', `/api/analytics/campaigns?period=${period}`);
      expect([idsIn([page]), page.total, page.sums.sent]).toEqual([[shown], 1, 5]);
    }
  });

  test('says of each campaign whether its deliveries are estimated', async () => {
    const admin = await registerInUtc(api);
    await sentCampaign(api, admin, { name: 'Silent', sentAt: ago(1), sent: 10, stats: { bounced: 4, opened: 3 } });
    await sentCampaign(api, admin, { name: 'Nobody', sentAt: ago(2), sent: 0, isKept: false });

    const { items } = await ask(admin, 'GET', '/api/analytics/campaigns');

    expect(items).toMatchObject([
      { name: 'Silent', delivered: 6, isDeliveredEstimated: true, openRate: 50 },
      { name: 'Nobody', delivered: 0, isDeliveredEstimated: false, openRate: null, clickRate: null },
    ]);
  });
});

describe('the list of codes', () => {
  test('has each code once, most scans first, with the scans of all on every page', async () => {
    const admin = await registerInUtc(api);
    const ids: string[] = [];
    for (const scans of [9, 4, 4, 4, 1])
      ids.push(await addCode(api, admin, { name: `Code ${scans}`, days: { [dayAgo(1)]: scans, [dayAgo(40)]: 100 } }));
    ids.push(await addCode(api, admin, { name: 'Only before', days: { [dayAgo(40)]: 7 } }));

    const pages = await allPages(admin, '/api/analytics/qr-codes?period=30d&limit=2');

    expect(idsIn(pages)).toEqual([ids[0], ...ids.slice(1, 4).toSorted().toReversed(), ids[4], ids[5]]);
    expect(pages.flatMap(({ items }) => items.map(({ scans }: { scans: number }) => scans))).toEqual([
      9, 4, 4, 4, 1, 0,
    ]);
    for (const { total, scans } of pages) expect([total, scans]).toEqual([6, 22]);
    expect(pages[0].items[0].trend.slice(-3)).toEqual([0, 9, 0]);
    expect((await ask(admin, 'GET', '/api/analytics/qr-codes?period=90d')).scans).toBe(529);
    expect((await ask(admin, 'GET', '/api/analytics/qr-codes?period=all')).scans).toBe(529);
  });

  test('is empty where there is none, and knows its sums behind the last page', async () => {
    const admin = await registerInUtc(api);
    expect(await ask(admin, 'GET', '/api/analytics/qr-codes')).toMatchObject({
      items: [],
      nextCursor: null,
      total: 0,
      scans: 0,
    });
    const id = await addCode(api, admin, { name: 'Menu', days: { [dayAgo(0)]: 3 } });
    const behind = Buffer.from(JSON.stringify(['0', id])).toString('base64url');

    const page = await ask(admin, 'GET', `/api/analytics/qr-codes?cursor=${behind}`);

    expect(page).toMatchObject({ items: [], nextCursor: null, total: 1, scans: 3 });
  });
});

test.each(['campaigns', 'qr-codes'])('a cursor of %s that nobody gave out is refused', async (list) => {
  const admin = await registerInUtc(api);
  const wrong = Buffer.from(JSON.stringify(['soon', 'later'])).toString('base64url');

  const { status, body } = await admin.request('GET', `/api/analytics/${list}?cursor=${wrong}`);

  expect([status, body.fields.cursor]).toEqual([400, "This page link isn't valid."]);
});
