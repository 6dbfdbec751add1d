import { allZones } from '@waggle/contracts/contact-zones';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { casesOf } from '../../../test/harness/cases.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../test/sending/ready-admin.ts';
import { type Steps, stepsOf } from '../../../test/sending/steps.ts';
import { instantOf } from './schedule.ts';

let api: TestApi;
let admin: ReadyAdmin;
let steps: Steps;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  admin = await readyAdmin(api);
  await move('America/New_York');
  steps = stepsOf(api, admin.user.organizationId);
});
afterAll(() => api.close());

const move = (timezone: string, schedules?: string) =>
  admin.request('PUT', '/api/organization', { name: 'Maple', timezone, ...(schedules && { schedules }) });
const read = (id: string) => ask(admin, 'GET', `/api/campaigns/${id}`);
const send = (id: string, body: object = {}) => admin.request('POST', `/api/campaigns/${id}/send`, body);
const hour = 3_600_000;
/** What a clock of UTC shows so many hours from now. */
const wallIn = (hours: number) => new Date(Date.now() + hours * hour).toISOString().slice(0, 16);

async function inZones(zones: readonly (string | null)[]) {
  const people = await addPeople(api, admin, zones.length);
  await api.db.owner.query(
    `update contacts set time_zone = given.zone from unnest($1::uuid[], $2::text[]) as given (id, zone) where contacts.id = given.id`,
    [people.map(({ id }) => id), zones],
  );
  return people;
}
const duesOf = async (campaignId: string) =>
  (
    await api.db.owner.query<{ zone: string | null; due: Date }>(
      `select time_zone as zone, next_attempt_at as due from campaign_sends sends
       join contacts on contacts.id = contact_id where campaign_id = $1`,
      [campaignId],
    )
  ).rows;
const storedOf = async (id: string) =>
  (
    await api.db.owner.query(
      'select scheduled_at, scheduled_local, scheduled_zone, each_zone, sent_at from campaigns where id = $1',
      [id],
    )
  ).rows[0];

describe('a time in the zone of each contact', () => {
  test('begins where the day begins first, and is shown as it was chosen', async () => {
    const [{ id }] = [await draft(admin, { scheduledAt: '2031-06-02T09:00', eachZone: true })];

    expect(await read(id)).toMatchObject({
      eachZone: true,
      scheduledAt: '2031-06-02T13:00:00.000Z',
      startsAt: '2031-06-01T19:00:00.000Z',
    });
  });

  test('may be chosen before or after the time, and taken back', async () => {
    const { id } = await draft(admin, { scheduledAt: '2031-06-02T13:00:00.000Z' });
    const change = (body: object) => ask(admin, 'PUT', `/api/campaigns/${id}`, body);

    const chosen = await change({ eachZone: true });
    const moved = await change({ scheduledAt: '2031-12-02T18:30' });
    const back = await change({ eachZone: false });
    const never = await change({ scheduledAt: null, eachZone: true });

    expect(chosen).toMatchObject({ scheduledAt: '2031-06-02T13:00:00.000Z', startsAt: '2031-06-01T19:00:00.000Z' });
    expect(moved).toMatchObject({ scheduledAt: '2031-12-02T23:30:00.000Z', startsAt: '2031-12-02T04:30:00.000Z' });
    expect(back).toMatchObject({ scheduledAt: '2031-12-02T23:30:00.000Z', startsAt: '2031-12-02T23:30:00.000Z' });
    expect(never).toMatchObject({ scheduledAt: null, startsAt: null, eachZone: true });
  });

  test('is off by itself, kept by a duplicate, and nothing for a sequence', async () => {
    const plain = await draft(admin);
    const { id } = await draft(admin, { eachZone: true });

    const copy = await ask(admin, 'POST', `/api/campaigns/${id}/duplicate`);
    const sequence = await admin.request('POST', '/api/campaigns', { name: 'Steps', type: 'SEQUENCE', eachZone: true });

    expect([plain.eachZone, copy.eachZone]).toEqual([false, true]);
    expect(sequence).toMatchObject({ status: 400, body: { fields: { eachZone: expect.any(String) } } });
  });

  test('gives everybody the instant that the program gives their clock, whatever the zone and the day', async () => {
    const days = fc
      .integer({ min: 1, max: 900 })
      .map((day) => new Date(Date.UTC(2031, 0, day)).toISOString().slice(0, 10));
    const changes = fc.constantFrom('2031-03-09', '2031-03-30', '2031-10-05', '2031-10-26', '2031-11-02', '2031-04-06');
    const clock = fc.constantFrom('00:00', '00:30', '01:30', '02:00', '02:15', '02:30', '03:00', '09:00', '23:59');
    const time = fc.tuple(fc.oneof(days, changes), clock).map(([day, at]) => `${day}T${at}`);
    await inZones([...allZones(), null, 'Mars/Olympus']);
    const tried = new Set<string>([...fc.sample(time, casesOf(40)), '2031-03-09T02:30', '2031-11-02T01:30']);

    for (const local of tried) {
      const { id } = await draft(admin, { scheduledAt: local, eachZone: true });
      expect((await send(id)).status).toBe(200);
      const { startsAt } = await read(id);
      await steps.begin(id, new Date(startsAt));
      await steps.freeze(id);
      const dues = await duesOf(id);

      expect(dues).toHaveLength(allZones().length + 2);
      for (const { zone, due } of dues) {
        const known = zone !== null && zone !== 'Mars/Olympus' ? zone : 'America/New_York';
        expect(due.getTime()).toBeGreaterThanOrEqual(Date.parse(startsAt));
        expect([local, zone, due.toISOString()]).toEqual([local, zone, instantOf(local, known).toISOString()]);
      }
      await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);
    }
  }, 120_000);

  test('that has passed somewhere starts at once, after the seconds in which it can be undone', async () => {
    await inZones(['Pacific/Kiritimati', 'Pacific/Honolulu', null]);
    const { id } = await draft(admin, { scheduledAt: wallIn(1), eachZone: true });

    const spread = await ask(admin, 'POST', '/api/campaigns/audience/zones', {
      recipients: { type: 'all' },
      at: wallIn(1),
    });
    await send(id, { afterSeconds: 10 });
    const { startsAt } = await read(id);
    const undone = await ask(admin, 'POST', `/api/campaigns/${id}/draft`);
    await send(id);
    await steps.begin(id);
    await steps.freeze(id);
    const dues = new Map((await duesOf(id)).map(({ zone, due }) => [zone, due.getTime()]));

    expect(spread).toMatchObject({ recipients: 3, known: 2, passed: 1 });
    expect(Date.parse(startsAt) - Date.now()).toBeLessThan(11_000);
    expect(undone).toMatchObject({ status: 'DRAFT', eachZone: true });
    expect(undone.scheduledAt).toBe((await read(id)).scheduledAt);
    expect(dues.get('Pacific/Kiritimati')).toBeLessThanOrEqual(Date.now());
    expect(dues.get('Pacific/Honolulu')! - dues.get(null)!).toBeGreaterThan(4 * hour);
    expect((await read(id)).lastDueAt).toBe(new Date(dues.get('Pacific/Honolulu')!).toISOString());
  });

  test('that has passed by the clock of the organization is refused', async () => {
    await inZones([null]);
    const { id } = await draft(admin, { scheduledAt: wallIn(-8), eachZone: true });

    expect(await send(id)).toMatchObject({ status: 400, body: { fields: { scheduledAt: expect.any(String) } } });
  });

  test('is moved to another one, which may begin at once', async () => {
    await inZones([null]);
    const { id } = await draft(admin, { scheduledAt: '2031-06-02T09:00', eachZone: true });
    await send(id);

    const later = await ask(admin, 'POST', `/api/campaigns/${id}/schedule`, { scheduledAt: '2031-07-02T09:00' });
    const soon = await ask(admin, 'POST', `/api/campaigns/${id}/schedule`, { scheduledAt: wallIn(1) });
    const past = await admin.request('POST', `/api/campaigns/${id}/schedule`, { scheduledAt: wallIn(-8) });

    expect(later).toMatchObject({ scheduledAt: '2031-07-02T13:00:00.000Z', startsAt: '2031-07-01T19:00:00.000Z' });
    expect(Math.abs(Date.parse(soon.startsAt) - Date.now())).toBeLessThan(60_000);
    expect(past.status).toBe(400);
    await steps.begin(id);
    expect(await storedOf(id)).toMatchObject({ sent_at: expect.any(Date) });
  });

  test('counts on the new clock for who has none of their own, whatever is chosen for other schedules', async () => {
    await inZones(['Asia/Tokyo', null]);
    const ids = await Promise.all(
      ['send', 'leave'].map(async (what) => {
        const { id } = await draft(admin, { scheduledAt: '2031-06-02T09:00', eachZone: true });
        if (what === 'send') await send(id);
        return id as string;
      }),
    );

    await move('Europe/Paris', 'keep-moment');
    const kept = await Promise.all(ids.map(storedOf));
    await move('America/New_York', 'keep-moment');
    await move('Europe/Paris', 'keep-clock');
    const moved = await Promise.all(ids.map(storedOf));
    await steps.begin(ids[0]!, new Date((await read(ids[0]!)).startsAt));
    await steps.freeze(ids[0]!);
    const dues = new Map((await duesOf(ids[0]!)).map(({ zone, due }) => [zone, due.toISOString()]));

    const start = new Date('2031-06-01T19:00:00.000Z');
    for (const row of kept) expect(row).toMatchObject({ scheduled_at: start, scheduled_zone: 'Europe/Paris' });
    for (const row of moved)
      expect(row).toMatchObject({
        scheduled_at: start,
        scheduled_local: '2031-06-02T09:00',
        scheduled_zone: 'Europe/Paris',
      });
    expect(dues).toEqual(
      new Map([
        ['Asia/Tokyo', '2031-06-02T00:00:00.000Z'],
        [null, '2031-06-02T07:00:00.000Z'],
      ]),
    );
  });
});

describe('how many have a zone and when', () => {
  test('is told for those who would get it, by the rule that freezes', async () => {
    const people = await inZones(['Asia/Tokyo', 'Asia/Tokyo', 'Europe/Paris', null]);
    await ask(admin, 'PUT', `/api/contacts/${people[0]!.id}`, { status: 'unsubscribed' });
    const zones = (at: string) =>
      ask(admin, 'POST', '/api/campaigns/audience/zones', { recipients: { type: 'all' }, at });

    expect(await zones('2031-06-02T09:00')).toEqual({
      recipients: 3,
      known: 2,
      passed: 0,
      firstAt: '2031-06-02T00:00:00.000Z',
      lastAt: '2031-06-02T13:00:00.000Z',
    });
    expect(await zones('2031-06-02T13:00:00.000Z')).toEqual(await zones('2031-06-02T09:00'));
    expect(await zones('2020-01-01T09:00')).toMatchObject({ passed: 3 });
  });

  test('is nothing for nobody', async () => {
    const answer = await ask(admin, 'POST', '/api/campaigns/audience/zones', {
      recipients: { type: 'segments' },
      at: '2031-06-02T09:00',
    });

    expect(answer).toEqual({ recipients: 0, known: 0, passed: 0, firstAt: null, lastAt: null });
  });
});
