import { importQuota } from '@waggle/contracts/imports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerAdmin } from '../../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../../test/harness/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const declare = (bytes: number) => ({ kind: 'contacts', name: 'people.csv', bytes });

test('P16: an organization has at most ten unfinished imports, however fast it asks, and cancelling one makes room', async () => {
  const [admin, other] = [await registerAdmin(api), await registerAdmin(api)];
  const ask = () => admin.request('POST', '/api/imports', declare(1_000));

  const answers = await Promise.all(Array.from({ length: 15 }, ask));

  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(importQuota.open);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({ status: 409, body: { code: 'quota_reached' } });
  expect((await other.request('POST', '/api/imports', declare(1_000))).status).toBe(201);
  await admin.request('POST', `/api/imports/${made[0]!.body.id}/cancel`);
  expect((await ask()).status).toBe(201);
});

test('P16: unfinished imports of an organization have at most 600 MB together', async () => {
  const admin = await registerAdmin(api);
  const ask = () => admin.request('POST', '/api/imports', declare(200 * 1024 * 1024));

  const answers = [await ask(), await ask(), await ask(), await ask()];

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 409]);
  expect(answers[3]!.body.message).toContain('too large together');
});
