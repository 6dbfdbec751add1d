import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';

let api: TestApi;
const offices: Person[] = [];
beforeAll(async () => {
  api = await startTestApi({ env: { UNSAFE_NO_RATE_LIMITS: 'false' } });
  for (let no = 0; no < 7; no += 1) {
    // Nobody may register so many from one address.
    await api.db.owner.query('delete from rate_limits');
    offices.push(await registerAdmin(api));
  }
});
afterAll(() => api.close());

test('L16: when the process falls behind, new calls are told at once to come back, and those at work are answered', async () => {
  const [other, ...busy] = offices as [Person, ...Person[]];
  // People at work: their sessions are known.
  for (const office of offices) await office.request('GET', '/api/tags');
  await api.db.owner.query('begin; lock table tags in access exclusive mode');
  const under = busy.flatMap((office) => Array.from({ length: 4 }, () => office.request('GET', '/api/tags')));
  await new Promise((resolve) => setTimeout(resolve, 600));

  const shed = await other.request('GET', '/api/organization');
  await api.db.owner.query('rollback');
  const answers = await Promise.all(under);
  const after = await other.request('GET', '/api/organization');

  expect(shed).toMatchObject({
    status: 503,
    body: { code: 'overloaded', message: 'Too busy right now. Please try again in a moment.' },
  });
  expect(shed.headers['retry-after']).toBe('5');
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(4);
  expect(after.status).toBe(200);
});
