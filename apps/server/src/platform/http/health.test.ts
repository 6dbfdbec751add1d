import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { serveHealth } from './health.ts';

const connections = 2;
let db: TestDatabase;
let database: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  database = openDatabase({
    DATABASE_URL: db.appUrl,
    DATABASE_POOL_SIZE: connections,
    DATABASE_STATEMENT_TIMEOUT_MS: 5_000,
  });
});
afterAll(async () => {
  await database.close();
  await db.drop();
});

test('a process whose connections are all taken is ready, and asks the database once however many ask it', async () => {
  const app = fastify();
  serveHealth(app, database);
  const taken = await Promise.all(Array.from({ length: connections }, () => database.pool.connect()));
  const before = await connectionsMade();

  const answers = await Promise.all(Array.from({ length: 30 }, () => app.inject('/readyz')));

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect((await connectionsMade()) - before).toBeLessThanOrEqual(2);
  for (const client of taken) client.release();
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
});

/** Every one that was ever opened to this database; a session is counted when it ends. */
async function connectionsMade(): Promise<number> {
  await db.owner.query('select pg_stat_force_next_flush()');
  const { rows } = await db.owner.query<{ made: number }>(
    'select sessions::int as made from pg_stat_database where datname = current_database()',
  );
  return rows[0]!.made;
}
