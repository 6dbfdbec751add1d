import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { inTransaction } from '../context.ts';
import { type Database, openDatabase, assertRlsEnforced } from './database.ts';
import { prepared } from './scoped-query.ts';

const mine = '01900000-0000-7000-8000-000000000001';
const theirs = '01900000-0000-7000-8000-000000000002';

let db: TestDatabase;
const opened: Database[] = [];
const open = (url: string, prepared = true) => {
  const database = openDatabase({
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: 2,
    DATABASE_STATEMENT_TIMEOUT_MS: 2_000,
    DATABASE_PREPARED_STATEMENTS: prepared,
  });
  opened.push(database);
  return database;
};

beforeAll(async () => {
  db = await createTestDatabase();
  await db.owner.query(`insert into organizations (id, name) values ('${mine}', 'Mine'), ('${theirs}', 'Theirs')`);
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await db.drop();
});

const names = async (database: Database, organizationId: string) =>
  (await database.tenant({ organizationId }).selectFrom('organizations').select('name').execute()).map(
    ({ name }) => name,
  );

describe.each([
  ['prepared', true],
  ['unprepared', false],
])('a statement alone, %s', (_title, prepared) => {
  test('sees the rows of its tenant and no others, however connections are shared', async () => {
    const database = open(db.appUrl, prepared);

    const seen = await Promise.all(Array.from({ length: 200 }, (_, at) => names(database, at % 2 ? mine : theirs)));

    expect(seen.every(([name, ...more], at) => name === (at % 2 ? 'Mine' : 'Theirs') && more.length === 0)).toBe(true);
  });

  test('leaves its connection without a tenant', async () => {
    const database = open(db.appUrl, prepared);
    await names(database, mine);

    const { rows } = await database.pool.query(
      `select current_setting('app.organization_id', true) as tenant, count(*)::int from organizations`,
    );

    expect(rows).toEqual([{ tenant: '', count: 0 }]);
  });

  test('fails as a whole, and the connection serves the next one', async () => {
    const database = open(db.appUrl, prepared);
    const broken = database.tenant({ organizationId: mine });

    await expect(sql`select 1 / 0`.execute(broken)).rejects.toThrow('division by zero');
    await expect(sql`select nonsense`.execute(broken)).rejects.toThrow('does not exist');
    await expect(
      broken.insertInto('clients').values({ organization_id: theirs, name: 'Smuggled' }).execute(),
    ).rejects.toThrow('row-level security');

    expect(await names(database, mine)).toEqual(['Mine']);
    expect((await db.owner.query('select 1 from clients')).rowCount).toBe(0);
  });
});

test('a transaction keeps its tenant to its end and takes everything back when it fails', async () => {
  const database = open(db.appUrl);
  const ctx = { db: database.tenant({ organizationId: mine }) };

  const failed = inTransaction(ctx, async (ctx) => {
    await ctx.db.insertInto('clients').values({ organization_id: mine, name: 'Never' }).execute();
    await inTransaction(ctx, (inner) =>
      inner.db.insertInto('clients').values({ organization_id: mine, name: 'Nor this' }).execute(),
    );
    throw new Error('no');
  });

  await expect(failed).rejects.toThrow('no');
  expect((await db.owner.query('select 1 from clients')).rowCount).toBe(0);
});

test('without a tenant there are no rows, and the sign-in tables stay shut', async () => {
  const database = open(db.appUrl);

  expect(await database.tenant(null).selectFrom('organizations').select('id').execute()).toEqual([]);
  await expect(
    database.tenant({ organizationId: mine }).selectFrom('directory.sessions').select('id').execute(),
  ).rejects.toThrow('permission denied');
  await expect(database.directory.selectFrom('clients').select('id').execute()).rejects.toThrow('permission denied');
});

test('a scope that is no id is refused before it reaches the database', async () => {
  const database = open(db.appUrl);
  const crafted = database.tenant({ organizationId: "x', true), set_config('role', 'postgres" });

  await expect(inTransaction({ db: crafted }, () => Promise.resolve())).rejects.toThrow('A scope setting is an id');
});

test('a login that could look over the wall is refused at start', async () => {
  await expect(assertRlsEnforced(open(db.ownerUrl))).rejects.toThrow('waggle_app');
  await expect(assertRlsEnforced(open(db.appUrl))).resolves.toBeUndefined();
});

test.each([
  ['inherits the sign-in role', 'inherit', 'waggle_auth', /has the rights of waggle_auth all the time/],
  ['is a member of the owner', 'noinherit', 'postgres', /is a member of postgres/],
  ['may create roles', 'noinherit createrole', 'waggle_auth', /may create roles/],
] as const)('S6: a login that %s is refused at start', async (_, attributes, role, sentence) => {
  const login = `hand_made_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(db.appUrl);
  url.username = login;
  // Roles belong to the whole server and outlive the database of this test.
  await db.owner.query(`create role ${login} login ${attributes}`);
  await db.owner.query(`grant ${role} to ${login}`);
  try {
    await expect(assertRlsEnforced(open(url.href))).rejects.toThrow(sentence);
  } finally {
    await db.owner.query(`drop role ${login}`);
  }
});

test('a column added by a migration does not break the statements of a running process', async () => {
  const database = open(db.appUrl);
  const all = () =>
    database.tenant({ organizationId: mine }).selectFrom('organizations').selectAll().executeTakeFirstOrThrow();
  const named = () =>
    database
      .tenant({ organizationId: mine })
      .selectFrom('organizations')
      .select(['id', 'name'])
      .modifyEnd(prepared)
      .executeTakeFirstOrThrow();
  await Promise.all([all(), named()]);

  await db.owner.query('alter table organizations add column later text');

  await expect(all()).resolves.toHaveProperty('later');
  await expect(named()).resolves.toEqual({ id: mine, name: 'Mine' });
  await db.owner.query('alter table organizations drop column later');
});

describe('kept statements', () => {
  const openOne = () => {
    const database = openDatabase({
      DATABASE_URL: db.appUrl,
      DATABASE_POOL_SIZE: 1,
      DATABASE_STATEMENT_TIMEOUT_MS: 100,
      DATABASE_PREPARED_STATEMENTS: true,
    });
    opened.push(database);
    return database;
  };
  const keptName = async (database: Database) => {
    const query = database.tenant({ organizationId: mine }).selectFrom('organizations').select('name');
    return (await query.where('id', '=', mine).modifyEnd(prepared).executeTakeFirst())?.name;
  };

  test('one whose first parse fails behind a lock is parsed again once the lock is gone', async () => {
    const database = openOne();
    await db.owner.query('begin; lock table organizations in access exclusive mode');

    await expect(keptName(database)).rejects.toMatchObject({ code: '57014' });
    await db.owner.query('rollback');

    expect(await keptName(database)).toBe('Mine');
    expect(await keptName(database)).toBe('Mine');
  });

  test('one whose first parse fails after another statement on the same connection is parsed again too', async () => {
    const database = openOne();
    await names(database, mine);
    await db.owner.query('begin; lock table organizations in access exclusive mode');

    await expect(keptName(database)).rejects.toMatchObject({ code: '57014' });
    await db.owner.query('rollback');

    expect(await keptName(database)).toBe('Mine');
  });

  test('a connection that disagrees with the server about them leaves the pool', async () => {
    const database = openOne();
    await database.pool.query(`prepare "scope app.organization_id" as select 1`);

    await expect(names(database, mine)).rejects.toMatchObject({ code: '42P05' });

    expect(await names(database, mine)).toEqual(['Mine']);
    await keptName(database);
    await database.pool.query('deallocate all');
    await expect(keptName(database)).rejects.toMatchObject({ code: '26000' });
    expect(await keptName(database)).toBe('Mine');
  });
});

test('statements are neither compiled nor run by several processes', async () => {
  const { rows } = await sql`
    select current_setting('jit') as jit, current_setting('max_parallel_workers_per_gather') as workers`.execute(
    open(db.appUrl).tenant(null),
  );

  expect(rows).toEqual([{ jit: 'off', workers: '0' }]);
});

test('a statement that takes too long is ended', async () => {
  await expect(sql`select pg_sleep(10)`.execute(open(db.appUrl).tenant(null))).rejects.toThrow('statement timeout');
});

test('ids are time-ordered uuids of version 7', async () => {
  const { rows } = await sql<{
    id: string;
  }>`select new_id() as id, pg_sleep(0.002) from generate_series(1, 20)`.execute(open(db.appUrl).tenant(null));
  const ids = rows.map(({ id }) => id);

  expect(ids.every((id) => id[14] === '7')).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
});
