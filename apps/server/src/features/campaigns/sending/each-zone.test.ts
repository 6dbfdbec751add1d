import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
let smtp: FakeSmtp;
let admin: ReadyAdmin;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  smtp = await startFakeSmtp({});
});
beforeEach(async () => {
  admin = await readyAdmin(api, smtp.port);
  await admin.request('PUT', '/api/organization', { name: 'Maple', timezone: 'UTC' });
});
afterEach(() => {
  smtp.received.length = 0;
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});

const zones = ['Pacific/Kiritimati', 'Asia/Tokyo', null, 'America/New_York'] as const;
const patience = { timeout: 60_000, interval: 50 };
const read = (id: string) => ask(admin, 'GET', `/api/campaigns/${id}`);
const hour = 3_600_000;

/** People of four zones; for two of them the time has passed, for the others it comes in one and in five or six hours. */
async function sent() {
  const people = await addPeople(api, admin, zones.length);
  for (const [at, { id }] of people.entries()) await ask(admin, 'PUT', `/api/contacts/${id}`, { timeZone: zones[at] });
  const local = new Date(Date.now() + hour).toISOString().slice(0, 16);
  const { id } = await draft(admin, { scheduledAt: local, eachZone: true });
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await vi.waitFor(async () => expect((await read(id)).progress).toEqual({ accepted: 2, pending: 2 }), patience);
  return { id, people };
}
/** As if so much time had passed for whoever waits. */
const pass = (id: string, interval: string) =>
  api.db.owner.query(
    `update campaign_sends set next_attempt_at = next_attempt_at - $2::interval where campaign_id = $1 and state = 'pending'`,
    [id, interval],
  );
const receivers = () => smtp.received.map(({ to }) => to);

test('each leaves when it is time where they live, once, and the campaign ends after the last', async () => {
  const { id, people } = await sent();
  const early = receivers().toSorted();
  const waiting = await read(id);

  await pass(id, '61 minutes');
  await vi.waitFor(async () => expect((await read(id)).progress).toEqual({ accepted: 3, pending: 1 }), patience);
  const between = await read(id);
  await pass(id, '6 hours');
  await vi.waitFor(async () => expect((await read(id)).status).toBe('COMPLETED'), patience);

  expect(early).toEqual(
    people
      .slice(0, 2)
      .map(({ email }) => email)
      .toSorted(),
  );
  expect(waiting).toMatchObject({ status: 'ACTIVE', audience: 4, completedAt: null });
  expect(Date.parse(waiting.lastDueAt)).toBeGreaterThan(Date.now() + 4 * hour);
  expect(between.status).toBe('ACTIVE');
  expect(receivers().slice(2)).toEqual([people[2]!.email, people[3]!.email]);
  expect(await read(id)).toMatchObject({ progress: { accepted: 4 }, lastDueAt: null });
});

test('who opts out before it is their time gets nothing', async () => {
  const { id, people } = await sent();
  await ask(admin, 'PUT', `/api/contacts/${people[3]!.id}`, { status: 'unsubscribed' });

  await pass(id, '7 hours');
  await vi.waitFor(async () => expect((await read(id)).status).toBe('COMPLETED'), patience);

  expect((await read(id)).progress).toEqual({ accepted: 3, suppressed: 1 });
  expect(receivers()).not.toContain(people[3]!.email);
});

test('paused for a day it lets nobody go, and everybody whose time has passed when it is resumed', async () => {
  const { id } = await sent();
  const status = (to: string) => ask(admin, 'PATCH', `/api/campaigns/${id}`, { status: to });
  await status('PAUSED');
  await pass(id, '1 day');
  const other = await addPeopleElsewhere();
  await vi.waitFor(async () => expect((await read(other)).status).toBe('COMPLETED'), patience);
  const paused = await read(id);

  await status('ACTIVE');
  await vi.waitFor(async () => expect((await read(id)).status).toBe('COMPLETED'), patience);

  expect(paused).toMatchObject({ status: 'PAUSED', progress: { accepted: 2, pending: 2 } });
  expect((await read(id)).progress).toEqual({ accepted: 4 });
  // Everybody got both.
  expect(receivers()).toHaveLength(8);
});

/** A campaign that is sent meanwhile: whoever would have left had the time to. */
async function addPeopleElsewhere(): Promise<string> {
  const { id } = await draft(admin, { name: 'Other' });
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  return id;
}

test('a cancelled one reaches nobody any more', async () => {
  const { id } = await sent();

  await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);
  await vi.waitFor(async () => expect((await read(id)).status).toBe('COMPLETED'), patience);

  expect((await read(id)).progress).toEqual({ accepted: 2, cancelled: 2 });
});
