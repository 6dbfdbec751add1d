import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Step } from '@waggle/contracts/automation-document';
import type { Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask } from '../../../../test/sending/ready-admin.ts';
import { repairPlaces } from '../engine/watchdog.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { holdBack } from '../entries/queries.ts';
import { holdAutomations } from '../restore/restore.ts';
import { adminOn, documentOf, enter, letPass, path, publish, resting, waitDays } from '../test-harness.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
beforeEach(async () => {
  admin = await adminOn(api);
});
afterAll(() => api.close());

const patience = { timeout: 60_000, interval: 100 };
const hour = 3_600_000;
const day = 24 * hour;
const waiting = documentOf([waitDays('waitaday', 1), waitDays('waitmore', 3)]);
const monday: Step = { id: 'onmonday', kind: 'wait-until', until: { kind: 'weekday', days: [1], time: '09:00' } };

const show = (id: string) => ask(admin, 'GET', `${path}/${id}`);
const runs = async (id: string) => (await ask(admin, 'GET', `${path}/${id}/runs`)).items;
const change = (id: string, status: string, overdue = 'shift') =>
  ask(admin, 'PUT', `${path}/${id}/status`, { status, overdue });
const ctx = () => backgroundContext(api.database, admin.user.organizationId, 'test');
/** As if it had stood still for so long, with those who are inside. */
async function since(id: string, interval: string): Promise<void> {
  await api.db.owner.query(`update automations set paused_at = paused_at - $2::interval where id = $1`, [id, interval]);
  await api.db.owner.query(
    `update automation_runs set arrived_at = arrived_at - $2::interval, entered_at = entered_at - $2::interval where automation_id = $1`,
    [id, interval],
  );
}

/** Two people who are due in a day. */
async function inside(document = waiting) {
  const id = await publish(admin, document);
  const people = await addPeople(api, admin, 2);
  await enter(
    admin,
    id,
    people.map((person) => person.id),
  );
  await resting(admin, id);
  return id;
}
async function becomesLive(id: string): Promise<void> {
  await expect.poll(() => show(id), patience).toMatchObject({ status: 'live', holdReason: null, pausedAt: null });
}

describe('one that is held', () => {
  test.each([
    ['by itself', async (id: string) => holdBack(ctx(), id, 'storm')],
    ['after a restore', async () => holdAutomations(api.database)],
  ])('%s says since when, and everybody waits as much longer as it was', async (_, hold) => {
    const id = await inside();
    const before = (await runs(id)).map(({ nextRunAt }: any) => Date.parse(nextRunAt));

    await hold(id);
    const held = await show(id);
    await since(id, '2 days');
    await change(id, 'live');
    await becomesLive(id);

    const after = (await runs(id)).map(({ nextRunAt }: any) => Date.parse(nextRunAt));
    expect(Date.parse(held.pausedAt)).toBeGreaterThan(Date.now() - hour);
    expect(after.map((at: number, no: number) => at - before[no]! - 2 * day)).toEqual([
      expect.closeTo(0, -5),
      expect.closeTo(0, -5),
    ]);
  });

  test.each([
    ['nobody who was due goes on at once', 'shift', 'waitaday'],
    ['whoever was due goes on, if somebody says so', 'go-on', 'waitmore'],
  ])('is resumed, and %s', async (_, overdue, stepId) => {
    const id = await inside();
    await holdBack(ctx(), id, 'storm');
    await since(id, '2 days');
    await letPass(api, id, '25 hours');

    await change(id, 'live', overdue);
    await becomesLive(id);

    await expect.poll(async () => (await runs(id)).map((run: any) => run.stepId), patience).toEqual([stepId, stepId]);
    expect((await runs(id)).every((run: any) => Date.parse(run.nextRunAt) > Date.now() + hour)).toBe(true);
  });

  test('stays held by being published, and goes on only when it is resumed', async () => {
    const id = await inside();
    await holdBack(ctx(), id, 'loop');
    await letPass(api, id, '25 hours');
    await ask(admin, 'PUT', `${path}/${id}/draft`, { document: documentOf([waitDays('waitaday', 1)]) });

    await ask(admin, 'POST', `${path}/${id}/publish`, { draftNo: 2 });
    const published = await show(id);
    const repaired = await repairPlaces(ctx());
    const still = (await runs(id)).map(({ stepId }: any) => stepId);
    await change(id, 'live', 'go-on');
    await expect
      .poll(async () => (await runs(id)).map(({ stepId }: any) => stepId), patience)
      .toEqual(['waitmore', 'waitmore']);

    expect(published).toMatchObject({ status: 'live', isActive: false, holdReason: 'loop', version: 2 });
    expect(repaired).toBe(0);
    expect(still).toEqual(['waitaday', 'waitaday']);
  });

  test('is closed so that people inside finish', async () => {
    const id = await inside(documentOf([waitDays('waitaday', 1)]));
    await holdBack(ctx(), id, 'storm');

    await change(id, 'closing');
    await expect.poll(() => show(id), patience).toMatchObject({ status: 'closing', holdReason: null });
    await letPass(api, id, '25 hours');

    await expect.poll(async () => (await show(id)).inside, patience).toBe(0);
  });

  test('and then paused has stood still since it was held', async () => {
    const id = await inside();
    await holdBack(ctx(), id, 'storm');
    await since(id, '2 days');

    await change(id, 'paused');

    expect(Date.parse((await show(id)).pausedAt)).toBeLessThan(Date.now() - 2 * day + hour);
  });
});

describe('after it stood still for ten days', () => {
  const at = async (id: string) =>
    Object.fromEntries((await runs(id)).map((run: any) => [run.contactId, Date.parse(run.nextRunAt)]));

  test('who came in while it was held waits no longer than that', async () => {
    const id = await inside();
    await holdBack(ctx(), id, 'storm');
    await since(id, '10 days');
    const late = await ask(admin, 'POST', '/api/contacts', { email: 'late@house.example' });
    await enter(admin, id, [late.id]);

    await change(id, 'live');
    await becomesLive(id);

    // Its first turn comes now and not in ten days.
    await expect.poll(async () => (await at(id))[late.id], patience).toBeGreaterThan(Date.now() + hour);
    expect((await at(id))[late.id]).toBeLessThan(Date.now() + 2 * day);
  });

  test('who was woken meanwhile looks now, and has as much longer until the deadline', async () => {
    const id = await inside();
    await change(id, 'paused');
    await since(id, '10 days');
    const woken = `wake_at = now() - interval '1 minute', deadline = now() + interval '1 day'`;
    const { rows } = await api.db.owner.query<{ contact_id: string }>(
      `update automation_runs set ${woken} where id = (select id from automation_runs where automation_id = $1 order by id limit 1) returning contact_id`,
      [id],
    );

    await change(id, 'live');
    await becomesLive(id);

    // It looks, finds nothing to go on for, and rests until its deadline.
    await expect
      .poll(
        async () =>
          (
            await api.db.owner.query(
              `select deadline > now() + interval '10 days' as later, attempts from automation_runs where automation_id = $1 and contact_id = $2`,
              [id, rows[0]!.contact_id],
            )
          ).rows[0],
        patience,
      )
      .toMatchObject({ later: true });
  });
});

describe('one that is being resumed', () => {
  const unfinished = (byMs: number) => ({
    after: null,
    through: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    byMs,
    at: Date.now(),
    to: 'live',
  });
  /** Its job has not run yet. */
  async function halfway(): Promise<{ id: string; before: number[] }> {
    const id = await inside();
    await change(id, 'paused');
    await since(id, '2 days');
    await api.db.owner.query('update automations set resuming = $2 where id = $1', [
      id,
      JSON.stringify(unfinished(2 * day)),
    ]);
    return { id, before: (await runs(id)).map(({ nextRunAt }: any) => Date.parse(nextRunAt)) };
  }
  const resuming = async (id: string) =>
    (await api.db.owner.query('select resuming from automations where id = $1', [id])).rows[0];

  test('stays paused when it is paused anew, and has waited by then', async () => {
    const { id, before } = await halfway();

    await change(id, 'paused');

    expect(await resuming(id)).toEqual({ resuming: null });
    const after = (await runs(id)).map(({ nextRunAt }: any) => Date.parse(nextRunAt));
    expect(after.map((at: number, no: number) => at - before[no]!)).toEqual([2 * day, 2 * day]);
    expect(await show(id)).toMatchObject({ status: 'paused' });
  });

  test('waits for a person after a restore without journals', async () => {
    const { id } = await halfway();

    await holdAutomations(api.database);

    expect(await resuming(id)).toEqual({ resuming: null });
    expect(await show(id)).toMatchObject({ status: 'paused', holdReason: 'restored' });
  });
});

test('who waits for Monday at 9:00 goes on on a Monday at 9:00 after a pause', async () => {
  const id = await inside(documentOf([monday]));
  const at = async () => (await runs(id)).map(({ nextRunAt }: any) => Date.parse(nextRunAt)).toSorted();
  const before = await at();
  await change(id, 'paused');
  await since(id, '10 days');
  // One of them was due last Monday.
  await api.db.owner.query(
    `update automation_runs set wake_at = wake_at - interval '7 days', deadline = deadline - interval '7 days'
     where id = (select id from automation_runs where automation_id = $1 order by id limit 1)`,
    [id],
  );

  await change(id, 'live');
  await becomesLive(id);

  const after = await at();
  expect(after[0]).toBe(before[0]);
  expect([7 * day, 14 * day]).toContain(after[1]! - before[1]!);
});

test('what was left of a resume does nothing to the next one', async () => {
  const id = await inside();
  await change(id, 'paused');
  const stale = {
    after: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    through: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    byMs: 1,
    at: 1,
    to: 'live',
  };
  await api.db.owner.query('update automations set resuming = $2 where id = $1', [id, JSON.stringify(stale)]);
  await change(id, 'live', 'go-on');
  const before = (await runs(id)).map(({ nextRunAt }: any) => Date.parse(nextRunAt));
  await change(id, 'paused');
  await since(id, '2 days');

  await change(id, 'live');
  await becomesLive(id);

  const after = (await runs(id)).map(({ nextRunAt }: any) => Date.parse(nextRunAt));
  expect(after[0]! - before[0]!).toBeGreaterThan(2 * day - hour);
});
