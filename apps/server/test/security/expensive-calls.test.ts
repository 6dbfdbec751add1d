import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { addPeople, ask } from '../sending/ready-admin.ts';
import { startWatch } from '../harness/watch.ts';

let api: TestApi;
let admin: Person;
let other: Person;
beforeAll(async () => {
  api = await startTestApi({ env: { UNSAFE_NO_RATE_LIMITS: 'false', DATABASE_STATEMENT_TIMEOUT_MS: '1000' } });
  [admin, other] = [await registerAdmin(api), await registerAdmin(api)];
  await addPeople(api, admin, 2_000);
  await addPeople(api, other, 5);
});
afterAll(() => api.close());

const conditions = Array.from({ length: 20 }, (_, no) => ({
  kind: 'text',
  field: 'email',
  op: 'contains',
  value: `p${no}`,
}));
const opened = { kind: 'activity', activity: 'email.opened', op: 'did', days: 30 };
const audience = (segmentIds: string[]) =>
  admin.request('POST', '/api/campaigns/audience', { recipients: { type: 'segments', segmentIds } });

test('P12: a segment named fifty times costs as much as named once', async () => {
  const segment = await ask(admin, 'POST', '/api/segments', {
    name: 'Many',
    rules: { match: 'any', rules: conditions },
  });
  const timed = async (ids: string[]) => {
    const watch = startWatch();
    const answer = await audience(ids);
    return { answer, ms: watch() };
  };
  await timed([segment.id]);
  const once = await timed([segment.id]);

  const often = await timed(Array.from({ length: 50 }, () => segment.id));

  expect(often.answer.status).toBe(200);
  expect(often.answer.body).toEqual(once.answer.body);
  expect(often.ms).toBeLessThan(once.ms * 10 + 200);
});

test('P12, S2: while one organization asks long questions, it is refused with 429 and others read on', async () => {
  const release = await holdTable('contact_activity');
  const own = Array.from({ length: 40 }, () =>
    admin.request('POST', '/api/segments/preview', { rules: { match: 'any', rules: [opened] } }),
  );
  const reads: { status: number; ms: number }[] = [];
  for (let read = 0; read < 20; read += 1) {
    const started = performance.now();
    const { status } = await other.request('GET', '/api/contacts');
    reads.push({ status, ms: performance.now() - started });
  }
  await release();
  const answers = await Promise.all(own);

  expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBeDefined();
});

test('P12: a statement that takes too long is answered 503 with a sentence', async () => {
  const release = await holdTable('contacts');

  const answer = await admin.request('GET', '/api/contacts');

  await release();
  expect(answer).toMatchObject({
    status: 503,
    body: { code: 'overloaded', message: 'This took too long. Narrow your selection or try again in a moment.' },
  });
  expect(answer.headers['retry-after']).toBe('5');
});

/** Nobody reads the table meanwhile; answers what ends it. */
async function holdTable(table: string): Promise<() => Promise<void>> {
  await api.db.owner.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await api.db.owner.query('rollback');
  };
}
