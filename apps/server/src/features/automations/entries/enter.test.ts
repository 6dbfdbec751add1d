import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#platform/context.ts';
import { createHarness, email, type Harness, stepId, wait } from '../engine/engine-harness.ts';
import { type Entry, enterPeople } from './enter.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const enter = (ctx: Context, automationId: string, contactIds: string[], more: Partial<Entry> = {}) =>
  enterPeople(ctx, { automationId, contactIds, via: 'form.submitted', ...more });
const again = (rule: 'never' | 'after-leaving' | 'each-time', notWithinDays = 0) => ({
  entry: { filter: null, again: rule, notWithinDays },
});
const tagsOf = async (ctx: Context, count: number): Promise<string[]> =>
  (
    await harness.db.owner.query<{ id: string }>(
      `insert into tags (organization_id, name) select $1, 'Tag ' || n from generate_series(1, $2::int) n returning id`,
      [ctx.organizationId, count],
    )
  ).rows.map(({ id }) => id);
const in1 = { entered: 1, leftOut: 0 };
const out1 = { entered: 0, leftOut: 1 };
const finish = async (ctx: Context) => {
  await harness.settle(ctx);
  await harness.pass(ctx, '1 day');
  await harness.settle(ctx);
};

test('who was inside does not get in again, gets in after leaving, or each time', async () => {
  const ctx = await harness.organization();
  const [person] = await harness.contacts(ctx, 1);
  const once = await harness.automation(ctx, [wait()], again('never'));
  const later = await harness.automation(ctx, [wait()], again('after-leaving'));
  const always = await harness.automation(ctx, [wait()], again('each-time'));
  const all = (list: string[]) => Promise.all(list.map((id) => enter(ctx, id, [person!])));

  expect(await all([once, later, always])).toEqual([in1, in1, in1]);
  expect(await all([once, later, always])).toEqual([out1, out1, in1]);
  await finish(ctx);
  expect(await all([once, later, always])).toEqual([out1, in1, in1]);
  const { rows } = await harness.db.owner.query<{ times: number; pass: number }>(
    'select times, pass from automation_entries where automation_id = any($1) order by times',
    [[once, later, always]],
  );
  expect(rows).toEqual([
    { times: 1, pass: 1 },
    { times: 2, pass: 2 },
    { times: 3, pass: 3 },
  ]);
});

test('two who let the same person in at once let them in once', async () => {
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [wait()], again('after-leaving'));
  const people = await harness.contacts(ctx, 50);

  const outcomes = await Promise.all([1, 2, 3, 4].map(() => enter(ctx, automationId, people)));

  expect(outcomes.reduce((sum, { entered }) => sum + entered, 0)).toBe(50);
  expect(await harness.inside(ctx)).toHaveLength(50);
});

test('nobody gets in again before the days are over', async () => {
  const ctx = await harness.organization();
  const [person] = await harness.contacts(ctx, 1);
  const automationId = await harness.automation(ctx, [wait()], again('after-leaving', 7));
  await enter(ctx, automationId, [person!]);
  await finish(ctx);

  expect(await enter(ctx, automationId, [person!])).toEqual(out1);
  await harness.db.owner.query(
    `update automation_entries set last_at = last_at - interval '7 days' where automation_id = $1`,
    [automationId],
  );
  expect(await enter(ctx, automationId, [person!])).toEqual(in1);
});

test('what happened in an earlier month is a passage of its own, however late it is told', async () => {
  const ctx = await harness.organization();
  const [person] = await harness.contacts(ctx, 1);
  const automationId = await harness.automation(ctx, [wait()], again('each-time'));
  const now = new Date();
  const earlier = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15));
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 15));

  for (const at of [before, earlier, earlier, now, earlier, now, before, earlier, now])
    expect(await enter(ctx, automationId, [person!], { at })).toEqual(in1);

  const { rows } = await harness.db.owner.query<{ month: string; pass: number }>(
    `select to_char(entered_at at time zone 'UTC', 'YYYY-MM') as month, pass from automation_runs where automation_id = $1`,
    [automationId],
  );
  expect(rows).toHaveLength(9);
  expect(new Set(rows.map(({ month, pass }) => `${month} ${pass}`)).size).toBe(9);
});

test('a day of the year lets somebody in once a year, also where people get in once', async () => {
  const ctx = await harness.organization();
  const [person] = await harness.contacts(ctx, 1);
  const automationId = await harness.automation(ctx, [wait()], again('never'));
  const on = (year: number) =>
    enter(ctx, automationId, [person!], { via: 'date', occasion: { key: 'birthday', year, yearly: true } });

  expect([await on(2026), await on(2026)]).toEqual([in1, out1]);
  expect(await on(2027)).toEqual(out1);
  await finish(ctx);
  expect([await on(2027), await on(2027)]).toEqual([in1, out1]);
});

test('a date that comes once lets in who was never inside, and nobody again where people get in once', async () => {
  const ctx = await harness.organization();
  const [person, other] = await harness.contacts(ctx, 2);
  const automationId = await harness.automation(ctx, [wait()], again('never'));
  const on = (contactId: string, year: number) =>
    enter(ctx, automationId, [contactId], { via: 'date', occasion: { key: 'renewal', year, yearly: false } });

  await enter(ctx, automationId, [other!]);
  expect([await on(person!, 2026), await on(other!, 2026)]).toEqual([in1, out1]);
  await finish(ctx);
  expect([await on(person!, 2027), await on(other!, 2027)]).toEqual([out1, out1]);
});

test('who does not fit the filter, is of another client or is gone is left out', async () => {
  const ctx = await harness.organization();
  const [fits, other, ofClient] = await harness.contacts(ctx, 3);
  const clientId = randomUUID();
  await harness.db.owner.query(`insert into clients (organization_id, id, name) values ($1, $2, 'Maple')`, [
    ctx.organizationId,
    clientId,
  ]);
  await harness.db.owner.query('update contacts set client_id = $2 where id = $1', [ofClient, clientId]);
  await harness.db.owner.query(`update contacts set source = 'form' where id = any($1)`, [[fits, ofClient]]);
  const filter = {
    match: 'all' as const,
    rules: [{ kind: 'source' as const, op: 'isAnyOf' as const, values: ['form' as const] }],
  };
  const automationId = await harness.automation(ctx, [wait()], { entry: { filter, again: 'never', notWithinDays: 0 } });

  const outcome = await enter(ctx, automationId, [fits!, other!, ofClient!, randomUUID(), fits!]);

  expect(outcome).toEqual({ entered: 1, leftOut: 3 });
  expect((await harness.inside(ctx)).map(({ contact_id }) => contact_id)).toEqual([fits]);
});

test('nobody gets in by rules that name something deleted, also where all but those who have it would', async () => {
  const ctx = await harness.organization();
  const people = await harness.contacts(ctx, 2);
  const [tagId] = await tagsOf(ctx, 1);
  const filter = {
    match: 'none' as const,
    rules: [{ kind: 'tag' as const, op: 'hasAnyOf' as const, tagIds: [tagId!] }],
  };
  const entry = { filter, again: 'never' as const, notWithinDays: 0 };
  const automationId = await harness.automation(ctx, [email()], { entry });
  const other = await harness.automation(ctx, [email()], { entry });

  expect(await enter(ctx, other, people)).toEqual({ entered: 2, leftOut: 0 });
  await harness.db.owner.query('delete from tags where id = $1', [tagId]);

  expect(await enter(ctx, automationId, people)).toEqual({ entered: 0, leftOut: 2 });
});

test.each(['draft', 'paused', 'closing', 'ended'])('an automation that is %s lets nobody in', async (status) => {
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [wait()]);
  await harness.db.owner.query('update automations set status = $2 where id = $1', [automationId, status]);

  expect(await enter(ctx, automationId, await harness.contacts(ctx, 1))).toEqual(out1);
});

const holdOf = async (automationId: string) =>
  (
    await harness.db.owner.query<{ hold_reason: string | null }>('select hold_reason from automations where id = $1', [
      automationId,
    ])
  ).rows[0]!.hold_reason;

test('more people in an hour than usual hold an automation back; they wait inside, and by hand it is no rush', async () => {
  const ctx = await harness.organization();
  const people = await harness.contacts(ctx, 2_100);
  const byHand = await harness.automation(ctx, [wait()]);
  const rushed = await harness.automation(ctx, [wait()]);
  const usual = await harness.automation(ctx, [wait()]);
  await harness.db.owner.query(
    `insert into automation_counts (organization_id, automation_id, step_id, on_day, slot, arrived)
     values ($1, $2, '', (now() at time zone 'UTC')::date - 1, 5, 20000)`,
    [ctx.organizationId, usual],
  );

  await enter(ctx, byHand, people, { via: 'manual' });
  await enter(ctx, rushed, people.slice(0, 2_000));
  expect(await holdOf(rushed)).toBeNull();
  await enter(ctx, rushed, people.slice(2_000));
  await enter(ctx, usual, people);

  expect([await holdOf(byHand), await holdOf(rushed), await holdOf(usual)]).toEqual([null, 'storm', null]);
});

test('thousands by hand do not hold back who comes by a trigger in the same hour, and all of them are counted', async () => {
  const ctx = await harness.organization();
  const people = await harness.contacts(ctx, 5_002);
  const automationId = await harness.automation(ctx, [wait()]);

  await enter(ctx, automationId, people.slice(0, 3_000), { via: 'manual' });
  await enter(ctx, automationId, people.slice(3_000, 3_001));
  const one = await holdOf(automationId);
  await enter(ctx, automationId, people.slice(3_001));
  const { rows } = await harness.db.owner.query(
    `select sum(arrived)::int as entered from automation_counts where automation_id = $1 and step_id = ''`,
    [automationId],
  );

  expect([one, await holdOf(automationId), rows[0].entered]).toEqual([null, 'storm', 5_002]);
});

test('automations that start each other are held, and nobody goes round for ever', async () => {
  const ctx = await harness.organization();
  const [first, second] = [randomUUID(), randomUUID()];
  const enterStep = (automationId: string) => ({ id: stepId(), kind: 'enter' as const, automationId });
  const ids = [
    await harness.automation(ctx, [enterStep(second)], again('each-time')),
    await harness.automation(ctx, [enterStep(first)], again('each-time')),
  ];
  for (const [at, id] of [first, second].entries()) {
    await harness.db.owner
      .query('update automation_versions set automation_id = $2 where automation_id = $1', [ids[at], id])
      .catch(() => {});
    await harness.db.owner.query(
      `insert into automations (organization_id, id, name, status, draft, live_version)
       select organization_id, $2, name, status, draft, 1 from automations where id = $1`,
      [ids[at], id],
    );
    await harness.db.owner.query(
      `insert into automation_versions (organization_id, automation_id, version, document, program)
       select organization_id, $2, version, document, program from automation_versions where automation_id = $1`,
      [ids[at], id],
    );
  }

  await enter(ctx, first, await harness.contacts(ctx, 1));
  await harness.settle(ctx);

  const { rows } = await harness.db.owner.query<{ depth: number }>(
    `select count(*)::int as depth from automation_past where organization_id = $1`,
    [ctx.organizationId],
  );
  expect(rows[0]!.depth).toBe(5);
  expect([await holdOf(first), await holdOf(second)].filter((reason) => reason === 'loop')).toHaveLength(1);
});
