import { nextWeekday, openAt } from '@waggle/automations/times';
import type { Step } from '@waggle/contracts/automation-document';
import { allZones } from '@waggle/contracts/contact-zones';
import { offsetAt } from '@waggle/contracts/zones';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { casesOf } from '../../../test/harness/cases.ts';
import type { Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { addPeople, ask } from '../../../test/sending/ready-admin.ts';
import type { Context } from '#platform/context.ts';
import { createHarness, email, type Harness, stepId, tagStep } from './engine/engine-harness.ts';
import { enterPeople } from './entries/enter.ts';
import { adminOn, documentOf, enter, letPass, path, publish, resting } from './test-harness.ts';

const day = 86_400_000;
/** Of three days from now, so that it is still to come in every zone while a test runs. */
const weekday = ((new Date(Date.now() + 3 * day).getUTCDay() + 6) % 7) + 1;
const untilNine: Step = {
  id: 'untilnin',
  kind: 'wait-until',
  until: { kind: 'weekday', days: [weekday], time: '09:00' },
};
const untilHours: Step = {
  id: 'untilhou',
  kind: 'wait-until',
  until: { kind: 'hours', hours: { from: '09:00', to: '10:00', days: [weekday] } },
};

describe('the engine', () => {
  let harness: Harness;
  let ctx: Context;
  beforeAll(async () => {
    harness = await createHarness();
    ctx = await harness.organization();
    await harness.db.owner.query(`update organizations set timezone = 'America/New_York' where id = $1`, [
      ctx.organizationId,
    ]);
  });
  afterAll(() => harness.close());

  /** People of these zones, who have passed a tag and come to a step. */
  async function peopleAt(step: Step, zones: readonly (string | null)[]) {
    const tagId = crypto.randomUUID();
    await harness.db.owner.query(`insert into tags (organization_id, id, name) values ($1, $2, $3)`, [
      ctx.organizationId,
      tagId,
      tagId.slice(0, 8),
    ]);
    const automationId = await harness.automation(ctx, [tagStep(tagId), step, email()]);
    const contactIds = await harness.contacts(ctx, zones.length);
    await harness.db.owner.query(
      `update contacts set time_zone = given.zone from unnest($1::uuid[], $2::text[]) as given (id, zone) where contacts.id = given.id`,
      [contactIds, zones],
    );
    await enterPeople(ctx, { automationId, contactIds, via: 'contact.created' });
    await harness.settle(ctx);
    const { rows } = await harness.db.owner.query<{ zone: string | null; wake_at: Date; arrived_at: Date }>(
      `select time_zone as zone, wake_at, arrived_at from automation_runs join contacts on contacts.id = contact_id
       where automation_id = $1`,
      [automationId],
    );
    return rows.map(({ zone, wake_at, arrived_at }) => ({
      zone,
      wakeAt: wake_at.getTime(),
      now: arrived_at.getTime(),
    }));
  }

  test('waits for 9:00 where each contact lives, and by the zone of the organization where that is not known', async () => {
    const people = await peopleAt({ ...untilNine, id: stepId() }, ['Asia/Tokyo', 'America/New_York', null]);
    const at = new Map(people.map(({ zone, wakeAt }) => [zone, wakeAt]));

    expect(at.get('Asia/Tokyo')).toBeLessThan(at.get('America/New_York')!);
    expect(at.get(null)).toBe(at.get('America/New_York'));
    for (const { zone, wakeAt } of people) {
      const local = zone ?? 'America/New_York';
      expect(new Date(wakeAt + offsetAt(local, wakeAt)).toISOString()).toMatch(/T09:00:00/);
    }
  });

  test('reads a zone that only a newer version knows as none', async () => {
    const [one, other] = await peopleAt({ ...untilNine, id: stepId() }, ['Mars/Olympus', null]);

    expect(one!.wakeAt).toBe(other!.wakeAt);
  });

  test('goes by the same clock as the walk for any zones of one batch', async () => {
    for (const zones of fc.sample(
      fc.array(fc.constantFrom(...allZones()), { minLength: 60, maxLength: 60 }),
      casesOf(10),
    )) {
      for (const { zone, wakeAt, now } of await peopleAt({ ...untilNine, id: stepId() }, zones))
        expect([zone, wakeAt]).toEqual([zone, nextWeekday([weekday], '09:00', now, zone!)]);
      for (const { zone, wakeAt, now } of await peopleAt({ ...untilHours, id: stepId() }, zones))
        expect([zone, wakeAt]).toEqual([zone, openAt({ from: '09:00', to: '10:00', days: [weekday] }, now, zone!)]);
    }
  });

  test('keeps an email for the hours in which it is day where they live', async () => {
    const hours = { from: '09:00', to: '10:00', days: [weekday] };
    const people = await peopleAt({ id: stepId(), kind: 'email', campaignId: null, hours, cap: 'obey' }, [
      'Asia/Tokyo',
      'Pacific/Honolulu',
      null,
    ]);

    for (const { zone, wakeAt, now } of people) expect(wakeAt).toBe(openAt(hours, now, zone ?? 'America/New_York'));
  });
});

describe('what is tried on paper and what is moved', () => {
  let api: TestApi;
  let admin: Person;
  beforeAll(async () => {
    api = await startTestApi({ workers: true });
  });
  beforeEach(async () => {
    admin = await adminOn(api);
    await admin.request('PUT', '/api/organization', { name: 'Maple', timezone: 'America/New_York' });
  });
  afterAll(() => api.close());

  async function inZones(zones: readonly (string | null)[]): Promise<string[]> {
    const people = await addPeople(api, admin, zones.length);
    for (const [at, { id }] of people.entries())
      await ask(admin, 'PUT', `/api/contacts/${id}`, { timeZone: zones[at] });
    return people.map(({ id }) => id);
  }
  const wakesOf = async (automationId: string) =>
    new Map(
      (
        await api.db.owner.query<{ contact_id: string; wake_at: Date }>(
          'select contact_id, wake_at from automation_runs where automation_id = $1',
          [automationId],
        )
      ).rows.map(({ contact_id, wake_at }) => [contact_id, wake_at.toISOString()]),
    );

  test('a test walk waits for whom the engine waits for, to the minute', async () => {
    const contactIds = await inZones(['Asia/Tokyo', 'America/New_York', 'Australia/Lord_Howe', null]);
    const id = await publish(
      admin,
      documentOf([untilNine, { id: 'laststep', kind: 'wait', for: { amount: 1, unit: 'days' } }]),
    );
    await enter(admin, id, contactIds);
    await resting(admin, id);
    const wakes = await wakesOf(id);

    for (const contactId of contactIds) {
      const walk = await ask(admin, 'POST', `${path}/${id}/test-walk`, { contactId });
      expect(walk.turns[0].waits).toEqual({ stepId: 'untilnin', until: wakes.get(contactId) });
    }
  });

  test('a back-test moves emails into the hours of each contact', async () => {
    const contactIds = await inZones(['Asia/Tokyo', null]);
    // In New York it is 3:00 at night, in Tokyo afternoon.
    const night = Math.floor(Date.now() / day) * day - 10 * day + 8 * 3_600_000;
    for (const contactId of contactIds)
      await api.db.owner.query(
        `insert into contact_activity (organization_id, contact_id, type, happened_at) values ($1, $2, 'purchase.made', $3)`,
        [admin.user.organizationId, contactId, new Date(night)],
      );
    const hours = { from: '09:00', to: '20:00', days: [1, 2, 3, 4, 5, 6, 7] };
    const step: Step = { id: 'firstone', kind: 'email', campaignId: null, hours, cap: 'obey' };
    const { id } = await ask(admin, 'POST', path, {
      name: 'Thanks',
      document: documentOf([step], { triggers: [{ kind: 'purchase.made' }] }),
    });

    const { id: trialId } = await ask(admin, 'POST', `${path}/${id}/back-tests`, {});
    await expect
      .poll(async () => (await ask(admin, 'GET', `${path}/${id}/back-tests/${trialId}`)).state, { timeout: 30_000 })
      .toBe('done');
    const { result } = await ask(admin, 'GET', `${path}/${id}/back-tests/${trialId}`);

    expect(result).toMatchObject({ entered: 2, emails: 2, steps: [{ stepId: 'firstone', sent: 2, later: 1 }] });
  });

  test('a pause of nine days leaves everybody at 9:00 of their own clock', async () => {
    const zones = ['Asia/Tokyo', 'America/New_York', null];
    const contactIds = await inZones(zones);
    const id = await publish(
      admin,
      documentOf([untilNine, { id: 'laststep', kind: 'wait', for: { amount: 1, unit: 'days' } }]),
    );
    await enter(admin, id, contactIds);
    await resting(admin, id);
    const status = (body: object) => admin.request('PUT', `${path}/${id}/status`, body);
    expect((await status({ status: 'paused' })).status).toBe(200);
    await letPass(api, id, '9 days');
    await api.db.owner.query(`update automations set paused_at = paused_at - interval '9 days' where id = $1`, [id]);

    expect((await status({ status: 'live', overdue: 'shift' })).status).toBe(200);
    await expect.poll(async () => (await ask(admin, 'GET', `${path}/${id}`)).status, { timeout: 30_000 }).toBe('live');
    const wakes = await wakesOf(id);

    for (const [at, contactId] of contactIds.entries()) {
      const wake = Date.parse(wakes.get(contactId)!);
      const local = new Date(wake + offsetAt(zones[at] ?? 'America/New_York', wake));
      expect(local.toISOString()).toMatch(/T09:00:00/);
      expect(local.getUTCDay()).toBe(weekday % 7);
      expect(wake).toBeGreaterThan(Date.now());
    }
  });
});
