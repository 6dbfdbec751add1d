import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { inTransaction } from '../../src/platform/context.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { say } from './say.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

const tenants = 50;
const atOnce = 100;

/** Without prepared statements is how it runs behind a pooler that hands connections around. */
describe.each([
  { statements: 'prepared', prepared: true, requests: 10_000 },
  { statements: 'unprepared', prepared: false, requests: 2_000 },
])('MT9 connections that many organizations share, with $statements statements,', ({ prepared, requests }) => {
  let api: TestApi;
  let database: Database;
  beforeAll(async () => {
    api = await startTestApi();
    const settings = {
      DATABASE_POOL_SIZE: 20,
      DATABASE_STATEMENT_TIMEOUT_MS: 60_000,
      DATABASE_PREPARED_STATEMENTS: prepared,
    };
    database = openDatabase({ ...api.config, ...settings });
  });
  afterAll(async () => {
    await database.close();
    await api.close();
  });

  test('carry nothing over from one request to the next', async () => {
    const { rows } = await api.db.owner.query<{ id: string }>(
      `with made as (insert into organizations (name) select 'House ' || n from generate_series(1, $1::int) n returning id),
       filled as (insert into clients (organization_id, name) select id, 'of ' || id from made)
       select id from made`,
      [tenants],
    );
    const ids = rows.map(({ id }) => id);
    const crossed: string[] = [];
    let [next, done] = [0, 0];

    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < requests) {
          const request = next++;
          const id = ids[request % tenants]!;
          const seen = await ask(database, id, request);
          done += 1;
          if (seen.length !== 1 || seen[0] !== id) crossed.push(`${id} in request ${request} saw ${seen.join(', ')}`);
        }
      }),
    );

    say(
      `pooled connections: ${done} requests of ${tenants} organizations on 20 connections, ${crossed.length} crossed`,
    );
    expect(done).toBe(requests);
    expect(crossed).toEqual([]);
  });

  test('forget their organization and role after every statement, failed or not', async () => {
    const { rows } = await api.db.owner.query<{ id: string }>('select id from organizations limit 1');
    const db = database.tenant({ organizationId: rows[0]!.id });

    await db.selectFrom('clients').select('id').execute();
    await db
      .selectFrom('directory.sessions')
      .select('id')
      .execute()
      .catch(() => {});
    await inTransaction({ db }, async () => Promise.reject(new Error('rolled back'))).catch(() => {});
    const left = await Promise.all(
      Array.from({ length: 40 }, () =>
        database.pool.query(
          `select coalesce(current_setting('app.organization_id', true), '') as organization, current_user as role`,
        ),
      ),
    );

    const kinds = new Set(left.map(({ rows: [row] }) => `${row.organization}:${row.role}`));
    expect([...kinds]).toEqual([':waggle_app']);
  });
});

/** Alone, in a transaction, in one that is rolled back, and in one that fails: all leave the connection behind. */
async function ask(database: Database, id: string, request: number): Promise<string[]> {
  const db = database.tenant({ organizationId: id });
  const read = (from: typeof db) => from.selectFrom('clients').select('organization_id').execute();
  if (request % 4 === 1) return ids(await inTransaction({ db }, (ctx) => read(ctx.db)));
  if (request % 40 === 2) {
    await inTransaction({ db }, async (ctx) => {
      await ctx.db.deleteFrom('clients').execute();
      throw new Error('changed my mind');
    }).catch(() => {});
  }
  if (request % 40 === 3)
    await db
      .insertInto('clients')
      .values({ organization_id: id, name: '' })
      .execute()
      .catch(() => {});
  return ids(await read(db));
}

const ids = (rows: { organization_id: string }[]): string[] => rows.map((row) => row.organization_id);
