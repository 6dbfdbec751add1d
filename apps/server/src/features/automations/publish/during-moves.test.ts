import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Step } from '@waggle/contracts/automation-document';
import type { Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask } from '../../../../test/sending/ready-admin.ts';
import { createEngine } from '../engine/create-engine.ts';
import { quiet } from '../engine/engine-harness.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { findDuePlaces } from '../engine/places.sql.ts';
import { servePlaces } from '../engine/serve-places.ts';
import { answerRun } from '../engine/wake.ts';
import { adminOn, documentOf, enter, path, publish, waitDays } from '../test-harness.ts';
import { moveEverybody } from './move-people.ts';

// Without workers: what they do happens when a test says so.
let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  admin = await adminOn(api);
});
afterAll(() => api.close());

const ctx = () => backgroundContext(api.database, admin.user.organizationId, 'test');
const before = documentOf([waitDays('firstday', 1), waitDays('removedd', 3), waitDays('lastwait', 3)]);
const after = documentOf([waitDays('firstday', 1), waitDays('lastwait', 3)]);

/** Moves everybody on who is due. */
async function settle(): Promise<void> {
  for (;;) {
    const due = await findDuePlaces(api.database.sweep, 1_000);
    const places = due.filter(({ organizationId }) => organizationId === admin.user.organizationId);
    if (places.length === 0) return;
    await servePlaces({ engine: createEngine(), log: quiet }, ctx(), places.slice(0, 20));
  }
}

async function due(runIds: readonly string[]): Promise<void> {
  await api.db.owner.query('update automation_runs set wake_at = now(), deadline = now() where id = any($1)', [runIds]);
  await api.db.owner.query('update automation_places set next_at = now() where organization_id = $1', [
    admin.user.organizationId,
  ]);
  await settle();
}

type Inside = { id: string; stepId: string; version: number };
const runs = async (id: string): Promise<Inside[]> =>
  (await ask(admin, 'GET', `${path}/${id}/runs?limit=100`)).items.toSorted((a: Inside, b: Inside) =>
    a.id < b.id ? -1 : 1,
  );

async function inside(people: number, document = before) {
  const id = await publish(admin, document);
  const contacts = await addPeople(api, admin, people);
  await enter(
    admin,
    id,
    contacts.map((contact) => contact.id),
  );
  await settle();
  return { id, people: await runs(id) };
}

async function publishNext(id: string, document = after, moves: object[] = []) {
  const { draftNo } = await ask(admin, 'PUT', `${path}/${id}/draft`, { document });
  return admin.request('POST', `${path}/${id}/publish`, { draftNo, people: 'move', moves });
}

async function moveOf(id: string) {
  const { rows } = await api.db.owner.query(
    `select id, state, planned::int, moved::int, taken_out::int as out, ended::int from automation_moves where automation_id = $1 order by created_at desc limit 1`,
    [id],
  );
  return rows[0];
}
const moveAll = async (id: string) => moveEverybody(ctx(), (await moveOf(id)).id, new AbortController().signal);

test('who reaches a removed step meanwhile goes on at the next one that is there', async () => {
  const { id, people } = await inside(3);
  expect((await publishNext(id)).status).toBe(200);
  await due([people[0]!.id]);
  const reached = (await runs(id)).map(({ stepId }) => stepId);

  await moveAll(id);

  expect(reached).toEqual(['removedd', 'firstday', 'firstday']);
  expect((await runs(id)).map(({ stepId, version }) => [stepId, version])).toEqual([
    ['lastwait', 2],
    ['firstday', 2],
    ['firstday', 2],
  ]);
  expect(await moveOf(id)).toMatchObject({ state: 'done', planned: 3, moved: 3, out: 0, ended: 0 });
  const figures = await ask(admin, 'GET', `${path}/${id}/figures`);
  const figureOf = (step: string) => figures.steps.find(({ stepId }: any) => stepId === step);
  expect(figureOf('removedd')).toMatchObject({ arrived: 1, done: 0, skipped: 1, here: 0 });
  expect(figureOf('lastwait')).toMatchObject({ arrived: 1, here: 1 });
});

test('everybody is counted who was moved, left by the mapping, or ended by themselves before and meanwhile', async () => {
  const { id, people } = await inside(6);
  await ask(admin, 'DELETE', `${path}/${id}/runs/${people[5]!.id}`);
  await due([people[0]!.id, people[1]!.id]);
  await publishNext(id, after, [{ version: 1, stepId: 'removedd', to: null }]);
  await ask(admin, 'DELETE', `${path}/${id}/runs/${people[2]!.id}`);

  await moveAll(id);

  expect(await moveOf(id)).toMatchObject({ state: 'done', planned: 5, moved: 2, out: 2, ended: 1 });
  expect(await runs(id)).toHaveLength(2);
});

test('a person who is missing is noticed', async () => {
  const { id, people } = await inside(3);
  await publishNext(id);
  await api.db.owner.query('delete from automation_runs where id = $1', [people[0]!.id]);

  await expect(moveAll(id)).rejects.toThrow('Of 3 people 2 were moved');

  expect(await moveOf(id)).toMatchObject({ state: 'done', planned: 3, moved: 2, out: 0, ended: 0 });
});

test('nobody is moved again while they are still being moved', async () => {
  const { id } = await inside(2);
  await publishNext(id);

  const refused = await publishNext(id, before);
  const { draftNo } = await ask(admin, 'GET', `${path}/${id}`);
  const finishing = await admin.request('POST', `${path}/${id}/publish`, { draftNo });
  await moveAll(id);
  const moved = await publishNext(id, after);
  await moveAll(id);

  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'wrong_state', message: expect.stringMatching(/still moving/) },
  });
  expect(finishing.status).toBe(200);
  expect(moved.status).toBe(200);
  expect((await runs(id)).map(({ version }) => version)).toEqual([4, 4]);
  expect(await moveOf(id)).toMatchObject({ state: 'done', planned: 2, moved: 2, ended: 0 });
});

test('the answer to a webhook that comes after the move is kept', async () => {
  const webhook: Step = {
    id: 'webhooka',
    kind: 'webhook',
    url: 'https://hooks.example/ask',
    reply: { atMost: { amount: 1, unit: 'days' } },
  };
  const { id, people } = await inside(2, documentOf([webhook, waitDays('firstday', 1)]));
  const { rows: asked } = await api.db.owner.query(
    'select run_id as "runId", seq, step_id as "stepId" from automation_webhooks where automation_id = $1 order by run_id',
    [id],
  );
  await due([people[1]!.id]);
  await publishNext(id, documentOf([webhook, waitDays('firstday', 2)]));
  await moveAll(id);
  const answer = { status: 200, body: { score: 7 } };

  const kept = await answerRun(ctx(), { ...asked[0], answer });
  await settle();
  const late = await answerRun(ctx(), { ...asked[1], answer });

  expect([kept, late]).toEqual([true, false]);
  expect(await runs(id)).toMatchObject([
    { stepId: 'firstday', version: 2 },
    { stepId: 'firstday', version: 2 },
  ]);
  const { turns } = await ask(admin, 'GET', `${path}/${id}/runs/${people[0]!.id}`);
  expect(turns.flatMap(({ steps }: any) => steps.map(({ outcome }: any) => outcome))).toContain('answered');
});
