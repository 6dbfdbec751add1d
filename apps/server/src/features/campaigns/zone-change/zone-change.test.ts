import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const zones = { from: 'America/New_York', to: 'Europe/Paris' };
const move = (admin: ReadyAdmin, timezone: string, schedules?: string) =>
  admin.request('PUT', '/api/organization', { name: 'Maple', timezone, ...(schedules && { schedules }) });

/** An organization in New York. */
async function newYork() {
  const admin = await readyAdmin(api);
  await addPeople(api, admin, 1);
  expect((await move(admin, zones.from)).status).toBe(200);
  return admin;
}

async function scheduled(admin: ReadyAdmin, scheduledAt: string, more = {}): Promise<string> {
  const { id } = await draft(admin, { scheduledAt, ...more });
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  return id;
}
const timeOf = async (admin: ReadyAdmin, id: string): Promise<string> =>
  (await ask(admin, 'GET', `/api/campaigns/${id}`)).scheduledAt;
const storedOf = async (id: string) =>
  (await api.db.owner.query('select scheduled_local, scheduled_zone from campaigns where id = $1', [id])).rows[0];

describe('a new time zone with scheduled campaigns', () => {
  test('is refused until somebody says what they do, and leaves everything as it is', async () => {
    const admin = await newYork();
    const id = await scheduled(admin, '2031-06-02T09:00');

    const answer = await move(admin, zones.to);

    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { schedules: 'Choose what happens to scheduled campaigns and reports.' } },
    });
    expect((await ask(admin, 'GET', '/api/organization')).timezone).toBe(zones.from);
    expect(await timeOf(admin, id)).toBe('2031-06-02T13:00:00.000Z');
    // A new name alone concerns no schedule.
    expect((await move(admin, zones.from)).status).toBe(200);
  });

  test('keeps the time on the clock of all that are yet to come, drafts too', async () => {
    const admin = await newYork();
    const ids = [
      await scheduled(admin, '2031-06-02T09:00'),
      await scheduled(admin, '2031-12-02T18:30'),
      // An instant, which reads 9:00 in New York.
      await scheduled(admin, '2031-06-02T13:00:00.000Z'),
      (await draft(admin, { scheduledAt: '2031-06-02T09:00' })).id as string,
    ];

    expect(await ask(admin, 'GET', '/api/organization/schedules')).toEqual({ campaigns: 3, reports: 0 });
    expect((await move(admin, zones.to, 'keep-clock')).status).toBe(200);

    expect(await Promise.all(ids.map((id) => timeOf(admin, id)))).toEqual([
      '2031-06-02T07:00:00.000Z',
      '2031-12-02T17:30:00.000Z',
      '2031-06-02T07:00:00.000Z',
      '2031-06-02T07:00:00.000Z',
    ]);
    expect(await storedOf(ids[0]!)).toEqual({ scheduled_local: '2031-06-02T09:00', scheduled_zone: zones.to });
  });

  test('keeps the moment, and a later change goes by the clock people saw between', async () => {
    const admin = await newYork();
    const id = await scheduled(admin, '2031-06-02T09:00');

    await move(admin, zones.to, 'keep-moment');
    const kept = await timeOf(admin, id);
    const stored = await storedOf(id);
    await move(admin, 'UTC', 'keep-clock');

    expect(kept).toBe('2031-06-02T13:00:00.000Z');
    expect(stored).toEqual({ scheduled_local: '2031-06-02T09:00', scheduled_zone: zones.from });
    // 15:00 in Paris.
    expect(await timeOf(admin, id)).toBe('2031-06-02T15:00:00.000Z');
  });

  test('does not send at once what would be late by the new clock', async () => {
    const admin = await newYork();
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const id = await scheduled(admin, soon);

    await move(admin, zones.to, 'keep-clock');

    expect(await timeOf(admin, id)).toBe(soon);
  });

  test('concerns what every client has scheduled, whichever is on screen', async () => {
    const admin = await newYork();
    const [one, other] = [
      await ask(admin, 'POST', '/api/clients', { name: 'One' }),
      await ask(admin, 'POST', '/api/clients', { name: 'Other' }),
    ];
    await addPeople(api, admin, 1, other.id);
    const id = await scheduled(admin, '2031-06-02T09:00', { clientId: other.id });
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: one.id });

    const count = await ask(admin, 'GET', '/api/organization/schedules');
    const unsaid = await move(admin, zones.to);
    const moved = await move(admin, zones.to, 'keep-clock');
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: null });

    expect(count.campaigns).toBe(1);
    expect([unsaid.status, moved.status]).toEqual([400, 200]);
    expect(await timeOf(admin, id)).toBe('2031-06-02T07:00:00.000Z');
  });

  test('never touches another organization', async () => {
    const [admin, other] = [await newYork(), await newYork()];
    const id = await scheduled(other, '2031-06-02T09:00');
    await scheduled(admin, '2031-06-02T09:00');

    await move(admin, zones.to, 'keep-clock');

    expect(await timeOf(other, id)).toBe('2031-06-02T13:00:00.000Z');
  });
});

test('without schedules a new zone needs no answer', async () => {
  const admin = await registerAdmin(api);

  expect((await admin.request('PUT', '/api/organization', { name: 'House', timezone: 'UTC' })).status).toBe(200);
});
