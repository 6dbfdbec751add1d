import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask } from '../../../../test/sending/ready-admin.ts';
import { adminOn, documentOf, enter, path, publish, waitDays } from '../test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const patience = { timeout: 20_000 };
const before = documentOf([waitDays('firstday', 1), waitDays('removedd', 3)]);
const after = documentOf([waitDays('firstday', 2), waitDays('newwaitt', 5)]);

async function inside(people: number) {
  const admin = await adminOn(api);
  const id = await publish(admin, before);
  const contacts = await addPeople(api, admin, people);
  await enter(
    admin,
    id,
    contacts.map((contact) => contact.id),
  );
  const runs = async () => (await ask(admin, 'GET', `${path}/${id}/runs?limit=100`)).items;
  await expect
    .poll(async () => (await runs()).map((run: any) => run.stepId), patience)
    .toEqual(contacts.map(() => 'firstday'));
  // Some have gone on to the second step.
  const half = Math.floor(people / 2);
  await api.db.owner.query(
    `update automation_runs set wake_at = now(), deadline = now() where id in (select id from automation_runs where automation_id = $1 order by id limit $2)`,
    [id, half],
  );
  await api.db.owner.query('update automation_places set next_at = now() where automation_id = $1', [id]);
  await expect
    .poll(async () => (await runs()).filter((run: any) => run.stepId === 'removedd').length, patience)
    .toBe(half);
  await ask(admin, 'PUT', `${path}/${id}/draft`, { document: after });
  return { admin, id, runs, half };
}

test('people move to the same step, keep their time, and nobody is left at a step that is gone', async () => {
  const { admin, id, runs, half } = await inside(20);
  const times = new Map((await runs()).map((run: any) => [run.id, run.nextRunAt]));

  const plan = await ask(admin, 'GET', `${path}/${id}/publishing`);
  const undecided = await admin.request('POST', `${path}/${id}/publish`, { draftNo: 2, people: 'move' });
  await ask(admin, 'POST', `${path}/${id}/publish`, {
    draftNo: 2,
    people: 'move',
    moves: [{ version: 1, stepId: 'removedd', to: 'newwaitt' }],
  });
  await expect.poll(async () => (await runs()).every((run: any) => run.version === 2), patience).toBe(true);
  const { rows: moves } = await api.db.owner.query(
    'select state, planned::int, moved::int, ended::int from automation_moves where automation_id = $1',
    [id],
  );

  expect(plan).toMatchObject({
    version: 2,
    inside: 20,
    people: [
      { version: 1, stepId: 'firstday', people: 20 - half, change: 'changed' },
      { version: 1, stepId: 'removedd', people: half, change: 'removed' },
    ],
  });
  expect(undecided).toMatchObject({ status: 400, body: { fields: { removedd: expect.any(String) } } });
  await expect.poll(async () => (await runs()).length, patience).toBe(20);
  const moved = await runs();
  for (const run of moved.filter((one: any) => one.stepId === 'firstday'))
    expect(run.nextRunAt).toBe(times.get(run.id));
  expect(moved.filter((one: any) => one.stepId === 'newwaitt')).toHaveLength(half);
  expect(moves).toMatchObject([{ planned: 20, moved: 20, ended: 0 }]);
});

test('people finish the version they are on unless somebody says otherwise', async () => {
  const { admin, id, runs } = await inside(4);

  await ask(admin, 'POST', `${path}/${id}/publish`, { draftNo: 2 });

  expect((await runs()).map((run: any) => run.version)).toEqual([1, 1, 1, 1]);
});

test('who leaves by the mapping is counted, and the sum is that of before', async () => {
  const { admin, id, runs, half } = await inside(10);

  await ask(admin, 'POST', `${path}/${id}/publish`, {
    draftNo: 2,
    people: 'move',
    moves: [{ version: 1, stepId: 'removedd', to: null }],
  });
  const state = async () =>
    (
      await api.db.owner.query(
        'select state, planned::int, moved::int, taken_out::int, ended::int from automation_moves where automation_id = $1',
        [id],
      )
    ).rows;

  await expect
    .poll(state, patience)
    .toEqual([{ state: 'done', planned: 10, moved: 10 - half, taken_out: half, ended: 0 }]);
  expect(await runs()).toHaveLength(10 - half);
  expect(await ask(admin, 'GET', `${path}/${id}`)).toMatchObject({ inside: 10 - half, entered: 10 });
});
