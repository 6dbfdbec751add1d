import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/database/database.ts';
import { longestHold } from '../harness/event-loop.ts';
import { type Person, registerAdmin } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { type BlackHole, startBlackHole } from './black-hole.ts';
import { startWatch } from '../harness/watch.ts';

let api: TestApi;
let hole: BlackHole;
let people: Person[];
beforeAll(async () => {
  hole = await startBlackHole(inject('ownerUrl'));
  api = await startTestApi({
    env: { UNSAFE_NO_RATE_LIMITS: 'false' },
    wrapDatabase(database) {
      const url = hole.through(database.pool.options.connectionString!);
      void database.close();
      return openDatabase({ DATABASE_URL: url, DATABASE_POOL_SIZE: 10, DATABASE_STATEMENT_TIMEOUT_MS: 5_000 });
    },
  });
  people = await Promise.all(Array.from({ length: 4 }, () => registerAdmin(api)));
});
afterAll(async () => {
  await api.close();
  await hole.stop();
});

/** Milliseconds. */
const silence = 8_000;
/** The limit of a statement and the second after which the driver gives up on a server that does not answer. */
const mostMs = 6_500;

test('F22: while the database swallows everything calls end with 503 within the limit of a statement, and it recovers', async () => {
  let sent = 0;
  const someone = () => people[(sent += 1) % people.length]!;
  const calls = [
    () => someone().request('GET', '/api/contacts'),
    () => someone().request('POST', '/api/contacts', { email: `p${sent}@hole.example` }),
    () => someone().request('GET', '/api/auth/me'),
    () =>
      api.visitor().request('POST', '/api/auth/login', { email: `n${sent}@hole.example`, password: 'wrong horse 42' }),
  ];
  const timed = async (ask: () => ReturnType<Person['request']>) => {
    const watch = startWatch();
    const { status, headers } = await ask();
    return { status, retryAfter: headers['retry-after'], ms: Math.round(watch()) };
  };
  for (const ask of calls) await ask();
  const asked: ReturnType<typeof timed>[] = [];

  const heldMs = await longestHold(async () => {
    hole.open();
    for (const end = Date.now() + silence; Date.now() < end; await pause(150))
      for (const ask of calls) asked.push(timed(ask));
    hole.close();
  });
  const watch = startWatch();
  for (let good = 0; good < 20; await pause(20)) good = (await timed(calls[0]!)).status === 200 ? good + 1 : 0;
  const recoveredMs = watch();

  const answers = await Promise.all(asked);
  const { rowCount } = await api.db.owner.query('select from contacts');
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  expect(answers.filter(({ status, retryAfter }) => status === 503 && retryAfter === undefined)).toEqual([]);
  expect(slowest).toBeLessThan(mostMs);
  expect(recoveredMs).toBeLessThan(10_000);
  expect(heldMs).toBeLessThan(200);
  expect(rowCount).toBeLessThanOrEqual(sent);
}, 60_000);
