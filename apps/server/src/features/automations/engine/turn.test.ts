import type { Step } from '@waggle/contracts/automation-document';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#platform/context.ts';
import { enterPeople } from '../entries/enter.ts';
import {
  createHarness,
  email,
  type Harness,
  lane,
  quiet,
  recordingEngine,
  stepId,
  tagStep,
  wait,
} from './engine-harness.ts';
import { endEverybody } from './end-everybody.ts';
import { leavePeople } from './leave.ts';
import { servePlaces } from './serve-places.ts';
import { takeTurn } from './turn.ts';
import { answerRun, tryAgain, wakePeople } from './wake.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const enter = (ctx: Context, automationId: string, contactIds: string[]) =>
  enterPeople(ctx, { automationId, contactIds, via: 'contact.created' });
const tagOf = async (ctx: Context): Promise<string> => {
  const id = randomUUID();
  await harness.db.owner.query(`insert into tags (organization_id, id, name) values ($1, $2, $3)`, [
    ctx.organizationId,
    id,
    `Tag ${id.slice(0, 8)}`,
  ]);
  return id;
};
const one = async <Row extends object>(text: string, values: unknown[]): Promise<Row> =>
  (await harness.db.owner.query<Row>(text, values)).rows[0]!;

test('people pass their steps: a tag, an email, a wait, and the end, with a trace and figures', async () => {
  const ctx = await harness.organization();
  const tagId = await tagOf(ctx);
  const steps = [tagStep(tagId), email(), wait(), email()];
  const automationId = await harness.automation(ctx, steps);
  const contactIds = await harness.contacts(ctx, 30);
  const before = harness.recorded.emails.length;

  const outcome = await enter(ctx, automationId, contactIds);
  await harness.settle(ctx);
  const waiting = await harness.inside(ctx);
  await harness.pass(ctx, '1 day');
  await harness.settle(ctx);

  expect(outcome).toEqual({ entered: 30, leftOut: 0 });
  expect(new Set(waiting.map(({ step }) => step))).toEqual(new Set([2]));
  const sent = harness.recorded.emails.slice(before).map(({ stepId, contactId }) => `${stepId}/${contactId}`);
  expect(new Set(sent).size).toBe(60);
  expect(sent).toHaveLength(60);
  expect(await harness.past(ctx)).toEqual(
    contactIds.toSorted().map((contact_id) => ({ contact_id, reason: 'completed' })),
  );
  expect(harness.recorded.completed).toEqual(expect.arrayContaining(contactIds));
  const { tagged, lines } = await one<{ tagged: number; lines: number }>(
    `select (select count(*)::int from contact_tags where tag_id = $1) as tagged,
       (select count(*)::int from contact_activity where type = 'tag.added' and ref_id = $1 and data ->> 'automationId' = $2 and data ->> 'depth' = '0') as lines`,
    [tagId, automationId],
  );
  expect([tagged, lines]).toEqual([30, 30]);
  const { rows: counts } = await harness.db.owner.query(
    `select step_id, sum(arrived)::int as arrived, sum(done)::int as done, sum(ended)::int as ended from automation_counts
     where automation_id = $1 group by step_id`,
    [automationId],
  );
  expect(new Map(counts.map(({ step_id, ...figures }) => [step_id, figures]))).toEqual(
    new Map([
      ['', { arrived: 30, done: 0, ended: 30 }],
      ...steps.map(({ id }) => [id, { arrived: 30, done: 30, ended: 0 }] as const),
    ]),
  );
  const { rows: turns } = await harness.db.owner.query<{ nodes: number[] }>(
    `select nodes from automation_turns where automation_id = $1 and contact_id = $2 order by seq`,
    [automationId, contactIds[0]],
  );
  expect(turns.map(({ nodes }) => nodes)).toEqual([
    [0, 1, 2],
    [2, 3, 4],
  ]);
});

test('two turns at once move nobody twice', async () => {
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [email(), wait()]);
  const contactIds = await harness.contacts(ctx, 900);
  await enter(ctx, automationId, contactIds);
  const { engine, recorded } = recordingEngine();
  const place = { automationId, version: 1, step: 0 };

  for (let round = 0; round < 3; round += 1)
    await Promise.all([1, 2, 3].map(() => servePlaces({ engine, log: quiet }, ctx, [place])));

  expect(recorded.emails.map(({ contactId }) => contactId).toSorted()).toEqual(contactIds.toSorted());
  expect((await harness.inside(ctx)).every(({ step, seq }) => step === 1 && seq === 1)).toBe(true);
});

test('one person with whom a step fails is found, tried later, and listed in the end; everybody else goes on', async () => {
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [email(), wait()]);
  const contactIds = await harness.contacts(ctx, 40);
  const broken = contactIds[17]!;
  const { engine } = recordingEngine();
  engine.ports.email = async (_, asked) => {
    if (asked.some(({ contactId }) => contactId === broken)) throw new Error('This email was not published.');
  };
  await enter(ctx, automationId, contactIds);

  await harness.settle(ctx, engine);
  const [first] = (await harness.inside(ctx)).filter(({ contact_id }) => contact_id === broken);
  for (let attempt = 1; attempt < 8; attempt += 1) {
    await harness.pass(ctx, '1 hour');
    await harness.settle(ctx, engine);
  }

  expect(first).toMatchObject({ step: 0, seq: 0, attempts: 1, stuck: null });
  const inside = await harness.inside(ctx);
  expect(inside.filter(({ step }) => step === 1)).toHaveLength(39);
  expect(inside.filter(({ stuck }) => stuck !== null)).toMatchObject([
    { contact_id: broken, attempts: 8, stuck: 'This email was not published.' },
  ]);
  const { id } = await one<{ id: string }>('select id from automation_runs where contact_id = $1', [broken]);
  await tryAgain(ctx, [id]);
  await harness.settle(ctx);
  expect((await harness.inside(ctx)).every(({ step, stuck }) => step === 1 && stuck === null)).toBe(true);
});

test.each([
  [
    'the server',
    (ctx: Context) => sql`select set_config('statement_timeout', '20', true), pg_sleep(0.01)`.execute(ctx.db),
  ],
  ['the client', () => Promise.reject(new Error('Query read timeout'))],
])(
  'one person with whom a step takes too long, by the clock of %s, is found and listed in the end',
  async (_, take) => {
    const ctx = await harness.organization();
    const slow = await harness.automation(ctx, [email(), wait()]);
    const fine = await harness.automation(ctx, [email(), wait()]);
    const contactIds = await harness.contacts(ctx, 12);
    const stuck = contactIds[5]!;
    const { engine } = recordingEngine();
    engine.ports.email = async (ctx, asked) => {
      if (!asked.some(({ contactId, automationId }) => contactId === stuck && automationId === slow)) return;
      await take(ctx);
      await sql`select pg_sleep(5)`.execute(ctx.db);
    };
    await enter(ctx, slow, contactIds);
    await enter(ctx, fine, contactIds);

    await harness.settle(ctx, engine);
    const after = await harness.inside(ctx);
    for (let attempt = 1; attempt < 8; attempt += 1) {
      await harness.pass(ctx, '1 hour');
      await harness.settle(ctx, engine);
    }

    expect(after.filter(({ step }) => step === 1)).toHaveLength(23);
    expect(after.filter(({ step }) => step === 0)).toMatchObject([{ contact_id: stuck, attempts: 1, stuck: null }]);
    expect((await harness.inside(ctx)).filter((run) => run.stuck !== null)).toMatchObject([
      { contact_id: stuck, attempts: 8, stuck: expect.stringMatching(/timeout/) },
    ]);
  },
);

test("a batch that the database gave up is nobody's fault, and tried again as it was", async () => {
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [email(), wait()]);
  await enter(ctx, automationId, await harness.contacts(ctx, 3));
  const { engine } = recordingEngine();
  engine.ports.email = async () => {
    throw Object.assign(new Error('deadlock detected'), { severity: 'ERROR', code: '40P01' });
  };

  const turn = servePlaces({ engine, log: quiet }, ctx, [{ automationId, version: 1, step: 0 }]);

  await expect(turn).rejects.toThrow('deadlock');
  expect((await harness.inside(ctx)).map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
});

/** An engine that lets everybody have one email, and counts what it queued itself. */
function limitedEngine() {
  const { engine, recorded } = recordingEngine();
  const later = new Date(Date.now() + 86_400_000);
  engine.capFreeAt = async (_, contactIds) =>
    new Map(
      contactIds.map((id) => [id, recorded.emails.some(({ contactId }) => contactId === id) ? later : null] as const),
    );
  return { engine, recorded };
}

test('the limit of emails holds within a turn: for one email right after another, and for automations due together', async () => {
  const ctx = await harness.organization();
  const first = await harness.automation(ctx, [email(), email()]);
  const second = await harness.automation(ctx, [email(), wait()]);
  const free = await harness.automation(ctx, [{ ...email(), cap: 'ignore' } as Step, wait()]);
  const contactIds = await harness.contacts(ctx, 10);
  for (const id of [first, second]) await enter(ctx, id, contactIds);
  const { engine, recorded } = limitedEngine();

  await harness.settle(ctx, engine);
  const perContact = Map.groupBy(recorded.emails, ({ contactId }) => contactId);
  await enter(ctx, free, contactIds);
  await harness.settle(ctx, engine);

  expect([...perContact.values()].map((emails) => emails.length)).toEqual(Array.from({ length: 10 }, () => 1));
  expect(recorded.emails.filter(({ automationId }) => automationId === free)).toHaveLength(10);
  expect(await harness.past(ctx)).toEqual([]);
});

test('a contact that was deleted ends at its next turn, and one who may not be mailed before an email', async () => {
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [wait(), email()]);
  const [gone, out, stays] = await harness.contacts(ctx, 3);
  await enter(ctx, automationId, [gone!, out!, stays!]);
  await harness.settle(ctx);
  await harness.db.owner.query('delete from contacts where id = $1', [gone]);
  await harness.db.owner.query(`update contacts set status = 'unsubscribed' where id = $1`, [out]);
  const before = harness.recorded.emails.length;

  await harness.pass(ctx, '1 day');
  await harness.settle(ctx);

  expect(new Map((await harness.past(ctx)).map(({ contact_id, reason }) => [contact_id, reason]))).toEqual(
    new Map([
      [gone, 'deleted'],
      [out, 'unsubscribed'],
      [stays, 'completed'],
    ]),
  );
  expect(harness.recorded.emails.slice(before).map(({ contactId }) => contactId)).toEqual([stays]);
});

test.each([`status = 'paused'`, `hold_reason = 'storm'`])('nobody moves in an automation with %s', async (state) => {
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [email(), wait()]);
  await enter(ctx, automationId, await harness.contacts(ctx, 3));
  await harness.db.owner.query(`update automations set ${state} where id = $1`, [automationId]);

  await harness.settle(ctx);

  expect((await harness.inside(ctx)).map(({ seq }) => seq)).toEqual([0, 0, 0]);
  expect(await harness.duePlaces(ctx)).toEqual([]);
});

test('what people wait for wakes them; what happened before they arrived does not count, and a call too many does no harm', async () => {
  const ctx = await harness.organization();
  const atMost = { amount: 2, unit: 'days' as const };
  const what = { kind: 'purchase.made' as const };
  const automationId = await harness.automation(ctx, [
    { id: stepId(), kind: 'wait-for', what, since: 'arrival', atMost, lanes: [lane(email()), lane()] },
    wait(),
  ]);
  const [buyer, early, other] = await harness.contacts(ctx, 3);
  const buy = (contactId: string, when: string) =>
    harness.db.owner.query(
      `insert into contact_activity (organization_id, contact_id, type, happened_at) values ($1, $2, 'purchase.made', now() + $3::interval)`,
      [ctx.organizationId, contactId, when],
    );
  await buy(early!, '-1 minute');
  await enter(ctx, automationId, [buyer!, early!, other!]);
  await harness.settle(ctx);
  await harness.pass(ctx, '1 hour');
  await harness.db.owner.query(
    `update contact_activity set happened_at = happened_at - interval '1 hour' where contact_id = $1`,
    [early],
  );
  await buy(buyer!, '-1 minute');

  const woken = await wakePeople(ctx, [buyer!, early!, other!], ['purchase.made']);
  await harness.settle(ctx);

  expect(woken).toBe(3);
  expect(await wakePeople(ctx, [buyer!, early!, other!], ['qr.scanned'])).toBe(0);
  const steps = new Map((await harness.inside(ctx)).map(({ contact_id, step }) => [contact_id, step]));
  expect([steps.get(buyer!), steps.get(early!), steps.get(other!)]).toEqual([2, 0, 0]);
  await harness.pass(ctx, '2 days');
  await harness.settle(ctx);
  expect((await harness.inside(ctx)).map(({ step }) => step)).toEqual([2, 2]);
});

test('an answer of a webhook is kept and lets the run go on; a late one does nothing', async () => {
  const ctx = await harness.organization();
  const webhook = stepId();
  const automationId = await harness.automation(ctx, [
    { id: webhook, kind: 'webhook', url: 'https://example.com', reply: { atMost: { amount: 1, unit: 'days' } } },
    wait(),
  ]);
  await enter(ctx, automationId, await harness.contacts(ctx, 1));
  await harness.settle(ctx);
  const asked = harness.recorded.webhooks.at(-1)!;
  const answer = { runId: asked.runId, stepId: webhook, answer: { status: 200, body: { score: 7 } } };

  expect(await answerRun(ctx, { ...answer, seq: asked.seq - 1 })).toBe(false);
  expect(await answerRun(ctx, { ...answer, seq: asked.seq })).toBe(true);
  await harness.settle(ctx);

  expect(await harness.inside(ctx)).toMatchObject([{ step: 1 }]);
  const { memory } = await one<{ memory: object }>('select memory from automation_runs where id = $1', [asked.runId]);
  expect(memory).toEqual({ [webhook]: { status: 200, body: { score: 7 } } });
  expect(await answerRun(ctx, { ...answer, seq: asked.seq })).toBe(false);
});

test('people are taken out one by one, and all of them when it ends', async () => {
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [wait()]);
  await enter(ctx, automationId, await harness.contacts(ctx, 5));
  await harness.settle(ctx);
  const { id } = await one<{ id: string }>('select id from automation_runs where automation_id = $1', [automationId]);

  const left = [await leavePeople(ctx, [id], 'removed'), await leavePeople(ctx, [id], 'removed')];
  const ended = await endEverybody(ctx, automationId);

  expect([left, ended]).toEqual([[1, 0], 4]);
  expect((await harness.past(ctx)).map(({ reason }) => reason).toSorted()).toEqual([
    'ended',
    'ended',
    'ended',
    'ended',
    'removed',
  ]);
});

test('a turn that is rolled back has moved nobody and left nothing', async () => {
  const ctx = await harness.organization();
  const tagId = await tagOf(ctx);
  const automationId = await harness.automation(ctx, [tagStep(tagId), wait()]);
  await enter(ctx, automationId, await harness.contacts(ctx, 3));
  const { engine } = recordingEngine();
  const { tag } = engine.ports;
  engine.ports.tag = async (ctx, asked) => {
    await tag(ctx, asked);
    throw new Error('The process died here.');
  };

  const turn = takeTurn(engine, ctx, { places: [{ automationId, version: 1, step: 0 }] }, () => {});

  await expect(turn).rejects.toThrow('died here');
  const left = await one<{ tags: number; turns: number }>(
    `select (select count(*)::int from contact_tags where tag_id = $1) as tags,
       (select count(*)::int from automation_turns where automation_id = $2) as turns`,
    [tagId, automationId],
  );
  expect(left).toEqual({ tags: 0, turns: 0 });
  expect((await harness.inside(ctx)).map(({ seq }) => seq)).toEqual([0, 0, 0]);
});
