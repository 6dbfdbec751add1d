import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../test/sending/fake-smtp.ts';
import { addPeople, ask, type ReadyAdmin, readyAdmin } from '../../../test/sending/ready-admin.ts';
import { documentOf, emailStep, enter, letPass, path, publishEmails, waitDays } from './test-harness.ts';

let api: TestApi;
let smtp: FakeSmtp;
let admin: ReadyAdmin;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  smtp = await startFakeSmtp({});
});
beforeEach(async () => {
  smtp.received.length = 0;
  admin = await readyAdmin(api, smtp.port);
  await api.db.owner.query(`update organizations set subscription_tier = 'plus' where id = $1`, [
    admin.user.organizationId,
  ]);
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});

const patience = { timeout: 60_000, interval: 100 };
const sent = () => smtp.received.map(({ to, raw }) => `${to} ${/^Subject: (.*)\r$/m.exec(raw)?.[1]}`).toSorted();

const welcome = (emails: Record<string, string>) =>
  documentOf([
    emailStep('firstone', emails['firstone'] ?? null),
    waitDays('waitdays', 3),
    emailStep('secondon', emails['secondon'] ?? null),
  ]);

test('somebody who enters gets each email once, and the report of the step counts it', async () => {
  const id = await publishEmails(admin, welcome, ['firstone', 'secondon']);
  const [person] = await addPeople(api, admin, 1);

  await enter(admin, id, [person!.id]);
  await expect.poll(sent, patience).toEqual([`${person!.email} firstone`]);
  await letPass(api, id, '3 days 1 minute');
  await expect.poll(sent, patience).toEqual([`${person!.email} firstone`, `${person!.email} secondon`]);
  await expect.poll(async () => (await ask(admin, 'GET', `${path}/${id}`)).inside, patience).toBe(0);
  const [{ id: runId }] = (await ask(admin, 'GET', `${path}/${id}/runs?state=left`)).items;
  const { turns } = await ask(admin, 'GET', `${path}/${id}/runs/${runId}`);
  const figuresOfFirst = async () =>
    (await ask(admin, 'GET', `${path}/${id}/figures`)).steps.find(({ stepId }: any) => stepId === 'firstone');
  await expect
    .poll(async () => (await figuresOfFirst()).email, patience)
    .toEqual({ delivered: 1, opened: 0, clicked: 0 });

  expect(turns.flatMap((turn: any) => turn.steps.map((step: any) => [step.stepId, step.outcome]))).toEqual(
    expect.arrayContaining([
      ['firstone', 'sent'],
      ['waitdays', 'done'],
      ['secondon', 'sent'],
    ]),
  );
  expect(await figuresOfFirst()).toMatchObject({ arrived: 1, done: 1, here: 0 });
  expect((await ask(admin, 'GET', '/api/campaigns')).items).toEqual([]);
});

test('an opt-out is the last word: the next email is not sent, and the person leaves', async () => {
  const id = await publishEmails(admin, welcome, ['firstone', 'secondon']);
  const [person] = await addPeople(api, admin, 1);
  await enter(admin, id, [person!.id]);
  await expect.poll(sent, patience).toEqual([`${person!.email} firstone`]);

  await ask(admin, 'POST', `/api/contacts/${person!.id}/consents`, { channel: 'email', state: 'withdrawn' });
  await letPass(api, id, '3 days 1 minute');
  const left = async () => (await ask(admin, 'GET', `${path}/${id}/runs?state=left`)).items;

  await expect.poll(left, patience).toMatchObject([{ reason: 'unsubscribed', state: 'stopped' }]);
  expect(sent()).toEqual([`${person!.email} firstone`]);
});

test('what is edited and published again is not sent to who had it', async () => {
  const id = await publishEmails(admin, welcome, ['firstone', 'secondon']);
  const [person] = await addPeople(api, admin, 1);
  await enter(admin, id, [person!.id]);
  await expect.poll(sent, patience).toEqual([`${person!.email} firstone`]);
  const { draft, draftNo } = await ask(admin, 'GET', `${path}/${id}`);
  const [first] = draft.steps;

  await ask(admin, 'PUT', `/api/campaigns/${first.campaignId}`, { htmlContent: '<p>Edited</p>' });
  await ask(admin, 'POST', `${path}/${id}/publish`, {
    draftNo,
    people: 'move',
    moves: [{ version: 1, stepId: 'waitdays', to: 'firstone' }],
  });
  await expect
    .poll(async () => (await ask(admin, 'GET', `${path}/${id}/runs`)).items.map((run: any) => run.version), patience)
    .toEqual([2]);
  await expect
    .poll(async () => (await ask(admin, 'GET', `${path}/${id}/runs`)).items.map((run: any) => run.stepId), patience)
    .toEqual(['waitdays']);

  expect(sent()).toEqual([`${person!.email} firstone`]);
});

test('who is moved back to an email they had does not get it again, and goes on', async () => {
  const id = await publishEmails(admin, welcome, ['firstone', 'secondon']);
  const [person] = await addPeople(api, admin, 1);
  await enter(admin, id, [person!.id]);
  await expect.poll(sent, patience).toEqual([`${person!.email} firstone`]);
  const inside = async () => (await ask(admin, 'GET', `${path}/${id}/runs`)).items[0];
  await expect.poll(async () => (await inside())?.stepId, patience).toBe('waitdays');
  const { id: runId } = await inside();

  await ask(admin, 'PUT', `${path}/${id}/runs/${runId}/step`, { stepId: 'firstone' });
  await expect.poll(async () => (await inside())?.stepId, patience).toBe('waitdays');
  const { turns } = await ask(admin, 'GET', `${path}/${id}/runs/${runId}`);

  expect(turns.at(-1).steps.map((step: any) => step.outcome)).toEqual(['had', 'rested']);
  expect(sent()).toEqual([`${person!.email} firstone`]);
});
