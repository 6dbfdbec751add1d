import { mostSavedQuestions } from '@waggle/contracts/saved-questions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';
import { addClient } from '../test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const path = '/api/analytics/questions';
const asked = (changes: object = {}) => ({
  metric: 'scans',
  period: '30d',
  breakdown: null,
  clientId: null,
  ...changes,
});
const saved = async (person: Pick<Person, 'request'>) =>
  (await ask(person, 'GET', path)).items.map(({ metric, period }: { metric: string; period: string }) => [
    metric,
    period,
  ]);
const show = (admin: Person, clientId: string | null) =>
  ask(admin, 'POST', '/api/auth/set-active-client', { clientId });

test('a question is saved once, for everybody who sees the same, and removed', async () => {
  const admin = await registerAdmin(api);
  const first = await ask(admin, 'POST', path, asked());
  await ask(admin, 'POST', path, asked({ metric: 'contacts', period: null, breakdown: 'status' }));
  expect((await ask(admin, 'POST', path, asked())).id).toBe(first.id);
  const viewer = await joinTeam(api, admin, 'VIEWER');

  expect(await saved(viewer)).toEqual([
    ['scans', '30d'],
    ['contacts', null],
  ]);
  expect((await viewer.request('DELETE', `${path}/${first.id}`)).status).toBe(403);
  expect((await viewer.request('POST', path, asked())).status).toBe(403);
  expect((await admin.request('DELETE', `${path}/${first.id}`)).status).toBe(204);
  expect((await admin.request('DELETE', `${path}/${first.id}`)).status).toBe(404);
  expect(await saved(admin)).toEqual([['contacts', null]]);
});

test('what could not be answered is not saved, nor more than there is room for', async () => {
  const admin = await registerAdmin(api);
  const stranger = await registerAdmin(api);
  const foreign = await addClient(stranger, 'Foreign');
  for (const [changes, status] of [
    [{ breakdown: 'campaign' }, 400],
    [{ metric: 'contacts' }, 400],
    [{ metric: 'forms' }, 400],
    [{ period: '2026-13' }, 400],
    [{ place: 1 }, 400],
    [{ clientId: foreign }, 404],
  ] as const)
    expect((await admin.request('POST', path, asked(changes))).status, JSON.stringify(changes)).toBe(status);

  const months = Array.from({ length: mostSavedQuestions + 1 }, (_, at) => `2026-0${at + 1}`);
  const statuses: number[] = [];
  for (const period of months) statuses.push((await admin.request('POST', path, asked({ period }))).status);
  expect(statuses).toEqual(months.map((_, at) => (at < mostSavedQuestions ? 201 : 409)));
});

test('the questions of a client stand on its Overview alone', async () => {
  const admin = await registerAdmin(api);
  const [mine, other] = [await addClient(admin, 'Mine'), await addClient(admin, 'Other')];
  await ask(admin, 'POST', path, asked({ clientId: other }));
  await show(admin, mine);
  await ask(admin, 'POST', path, asked({ period: '7d' }));
  expect(await saved(admin)).toEqual([['scans', '7d']]);
  expect((await admin.request('POST', path, asked({ clientId: other }))).status).toBe(404);
  await show(admin, null);

  const limited = await joinTeam(api, admin, 'USER', mine);
  const { id } = (await ask(admin, 'GET', path)).items[0];
  expect(await saved(limited)).toEqual([['scans', '7d']]);
  expect((await limited.request('DELETE', `${path}/${id}`)).status).toBe(404);
  expect(await saved(admin)).toEqual([['scans', '30d']]);
});
