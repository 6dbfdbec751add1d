import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { migrate } from './migrate.ts';
import { statementsOf } from './migration-files/statements.ts';
import { startWatch } from '../../../test/harness/watch.ts';

const source = new URL('../../../db/migrations', import.meta.url).pathname;
/** Something of each kind that is built outside a transaction. */
const alone = `-- no transaction
create index concurrently sends_by_receiver on campaign_sends (receiver, organization_id) where state = 'pending';
create index concurrently contacts_of_status on contacts (status, id);
`;

let server: pg.Client;
let folder: string;
let names: string[] = [];
let child: ChildProcess | undefined;
beforeAll(async () => {
  server = await connected('template1');
});
afterAll(() => server.end());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-migrations-'));
  cpSync(source, folder, { recursive: true });
  writeFileSync(join(folder, '9000-alone.sql'), alone);
});
afterEach(async () => {
  child?.kill('SIGKILL');
  for (const name of names) await server.query(`drop database if exists ${name} with (force)`);
  names = [];
  rmSync(folder, { recursive: true });
});

const urlOf = (name: string): string => {
  const url = new URL(inject('ownerUrl'));
  url.pathname = `/${name}`;
  return url.href;
};

async function connected(name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(name) });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function emptyDatabase(): Promise<string> {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`;
  await server.query(`create database ${name} template template0`);
  names.push(name);
  return name;
}

/** Runs the migrations in a process that can be killed. */
function migrateInChild(name: string): ChildProcess {
  const code = `import { migrate } from ${JSON.stringify(new URL('./migrate.ts', import.meta.url).pathname)};
    await migrate(${JSON.stringify(urlOf(name))}, () => {}, ${JSON.stringify(folder)});`;
  return spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Kills the process with -9, and its connection as well if the server went down with it. */
async function killWhile(name: string, activity: string, { withServer = false } = {}): Promise<void> {
  child = migrateInChild(name);
  const running = `select from pg_stat_activity where datname = $1 and state = 'active' and ${activity}`;
  await vi.waitFor(async () => expect((await server.query(running, [name])).rowCount).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 20,
  });
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  if (withServer)
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
}

/** Everything a migration can leave: columns, indexes and whether they are whole, constraints, policies, functions, rights. */
async function schemaOf(name: string): Promise<string[]> {
  const client = await connected(name);
  try {
    const { rows } = await client.query<{ line: string }>(`
      select 'column ' || attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull as line
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace in ('public'::regnamespace, 'directory'::regnamespace) and attnum > 0 and not attisdropped
      union all select 'index ' || pg_get_indexdef(indexrelid) || ' ' || indisvalid from pg_index join pg_class on pg_class.oid = indexrelid
        where relnamespace in ('public'::regnamespace, 'directory'::regnamespace)
      union all select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid <> 0
        and connamespace in ('public'::regnamespace, 'directory'::regnamespace)
      union all select 'policy ' || tablename || ' ' || policyname || ' ' || coalesce(qual, '') from pg_policies
      union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
      union all select 'rights ' || oid::regclass || ' ' || coalesce(relacl::text, '') from pg_class
        where relnamespace in ('public'::regnamespace, 'directory'::regnamespace)
      union all select 'ran ' || name from schema_migrations
      order by line`);
    return rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}

async function freshSchema(): Promise<string[]> {
  const fresh = await emptyDatabase();
  await migrate(urlOf(fresh), () => {}, folder);
  return schemaOf(fresh);
}

test('F38: a migration killed in the middle of its transaction is run again, and the schema equals a fresh one', async () => {
  const name = await emptyDatabase();
  const path = join(folder, '0013-campaigns.sql');
  const original = readFileSync(path, 'utf8');
  const statements = statementsOf(original);
  const half = Math.floor(statements.length / 2);
  writeFileSync(path, `${statements.toSpliced(half, 0, 'select pg_sleep(2)').join(';\n')};\n`);

  await killWhile(name, "wait_event = 'PgSleep'");
  writeFileSync(path, original);
  await migrate(urlOf(name), () => {}, folder);

  expect(await schemaOf(name)).toEqual(await freshSchema());
});

test('F38: a concurrent index whose build was cut off is built anew, on a table and on every partition', async () => {
  const name = await emptyDatabase();
  const expected = await freshSchema();
  rmSync(join(folder, '9000-alone.sql'));
  await migrate(urlOf(name), () => {}, folder);
  writeFileSync(join(folder, '9000-alone.sql'), alone);
  const reader = await connected(name);
  const invalid = async () =>
    (await reader.query('select indexrelid::regclass::text as name from pg_index where not indisvalid')).rows.map(
      (row: { name: string }) => row.name,
    );

  // A build waits for older transactions, so each of these kills finds it in the middle.
  const cutOff: string[][] = [];
  const { rows } = await reader.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'campaign_sends'::regclass order by name limit 1 offset 1",
  );
  for (const table of [rows[0]!.name, 'contacts']) {
    const writer = await connected(name);
    await writer.query(`begin; lock table ${table} in row exclusive mode`);
    await killWhile(name, `query like '%index concurrently%${table}%'`);
    await server.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like '%concurrently%'",
      [name],
    );
    await writer.query('rollback');
    await writer.end();
    cutOff.push(await invalid());
  }
  await reader.end();
  await migrate(urlOf(name), () => {}, folder);

  expect(cutOff[0]).toEqual(expect.arrayContaining([expect.stringMatching(/^sends_by_receiver_/)]));
  expect(cutOff[1]).toEqual(['contacts_of_status']);
  expect(await schemaOf(name)).toEqual(expected);
});

test('F38: the whole server going down in the middle changes nothing about that', async () => {
  const name = await emptyDatabase();
  writeFileSync(join(folder, '9000-alone.sql'), alone.replace('\ncreate', '\nselect pg_sleep(5);\ncreate'));

  await killWhile(name, "wait_event = 'PgSleep'", { withServer: true });
  writeFileSync(join(folder, '9000-alone.sql'), alone);
  await migrate(urlOf(name), () => {}, folder);

  expect(await schemaOf(name)).toEqual(await freshSchema());
});

test('two processes that migrate at once do not wait for each other for ever', async () => {
  const name = await emptyDatabase();

  await Promise.all([1, 2, 3].map(() => migrate(urlOf(name), () => {}, folder)));

  expect(await schemaOf(name)).toEqual(await freshSchema());
});

test('F37: a migration whose table is in use lets others pass after half a second, and goes on when it is free', async () => {
  const name = await emptyDatabase();
  await migrate(urlOf(name), () => {}, folder);
  writeFileSync(join(folder, '9001-note.sql'), 'alter table contacts add column test_note text;\n');
  const [writer, reader] = [await connected(name), await connected(name)];
  await writer.query('begin; lock table contacts in row share mode; select from contacts');
  const lines: string[] = [];
  const migrated = migrate(urlOf(name), (line) => lines.push(line), folder);
  const waits: number[] = [];
  const held: number[] = [];

  for (const until = Date.now() + 7_000; Date.now() < until;) {
    const asked = performance.now();
    const watch = startWatch();
    await reader.query('select count(*) from contacts');
    waits.push(performance.now() - asked);
    held.push(watch());
  }
  await writer.query('rollback');
  await migrated;

  expect(lines).toContain('another transaction holds a lock; trying again');
  expect(Math.max(...waits)).toBeGreaterThan(200);
  expect(Math.max(...held)).toBeLessThan(2_000);
  expect((await reader.query('select test_note from contacts')).rows).toEqual([]);
  await Promise.all([writer.end(), reader.end()]);
});
