import type { Step } from '@waggle/contracts/automation-document';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask } from '../../../../test/sending/ready-admin.ts';
import { adminOn, documentOf, enter, path, publish, waitDays } from '../test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const patience = { timeout: 20_000 };
const steps: Step[] = [waitDays('waitaday', 1), waitDays('waittwoo', 2)];

/** An automation with one person who waits at its first step. */
async function waiting() {
  const admin = await adminOn(api);
  const id = await publish(admin, documentOf(steps));
  const [contact] = await addPeople(api, admin, 1);
  await enter(admin, id, [contact!.id]);
  const read = async () => (await ask(admin, 'GET', `${path}/${id}/runs`)).items[0];
  await expect.poll(async () => (await read())?.nextRunAt > new Date().toISOString(), patience).toBe(true);
  return { admin, id, read, run: await read() };
}

test('somebody who is moved waits at the other step from now on, and their path and the figures say so', async () => {
  const { admin, id, read, run } = await waiting();

  await ask(admin, 'PUT', `${path}/${id}/runs/${run.id}/step`, { stepId: 'waittwoo' });
  const inTwoDays = Date.now() + 2 * 86_400_000 - 60_000;
  await expect.poll(async () => Date.parse((await read()).nextRunAt), patience).toBeGreaterThan(inTwoDays);
  const { stepId, turns } = await ask(admin, 'GET', `${path}/${id}/runs/${run.id}`);
  const { steps: figures } = await ask(admin, 'GET', `${path}/${id}/figures`);

  expect(stepId).toBe('waittwoo');
  expect(turns.flatMap((turn: any) => turn.steps.map((step: any) => [step.stepId, step.outcome]))).toEqual([
    ['waitaday', 'rested'],
    ['waittwoo', 'moved'],
  ]);
  expect(figures).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ stepId: 'waitaday', arrived: 1, skipped: 1, here: 0 }),
      expect.objectContaining({ stepId: 'waittwoo', arrived: 1, skipped: 0, here: 1 }),
    ]),
  );
});

test('nobody is moved to a step that their version does not have, out of another automation, or by a VIEWER', async () => {
  const { admin, id, read, run } = await waiting();
  const other = await publish(admin, documentOf(steps.slice(0, 1)));
  const viewer = await joinTeam(api, admin, 'VIEWER');
  const to = (person: Pick<typeof admin, 'request'>, automationId: string, stepId: string) =>
    person.request('PUT', `${path}/${automationId}/runs/${run.id}/step`, { stepId });

  const answers = await Promise.all([
    to(admin, id, 'goneaway'),
    to(admin, other, 'waitaday'),
    to(viewer, id, 'waittwoo'),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 403]);
  expect((await read()).stepId).toBe('waitaday');
});

test('somebody who is stuck goes on where they are moved to', async () => {
  const { admin, id, run } = await waiting();
  await api.db.owner.query(`update automation_runs set stuck = 'It failed.', attempts = 8 where id = $1`, [run.id]);

  await ask(admin, 'PUT', `${path}/${id}/runs/${run.id}/step`, { stepId: 'waittwoo' });

  expect((await ask(admin, 'GET', `${path}/${id}/runs?state=stuck`)).items).toEqual([]);
  expect(await ask(admin, 'GET', `${path}/${id}/runs/${run.id}`)).toMatchObject({
    state: 'active',
    stepId: 'waittwoo',
  });
});
