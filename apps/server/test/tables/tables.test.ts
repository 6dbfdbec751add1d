import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { features } from '../../src/features.ts';
import { platformTables } from './platform-tables.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { sharedTables } from './shared-tables.ts';
import { tablesIn } from './tables-of.ts';

const src = new URL('../../src/features/', import.meta.url).pathname;
const bare = (table: string): string => table.replace(/^directory\./, '');
const ownerOf = new Map(features.flatMap(({ name, tables }) => tables.map((table) => [bare(table), name])));
for (const table of platformTables) ownerOf.set(table, 'platform');
const known = new Set(ownerOf.keys());

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** `campaigns > contacts` for a file of campaigns that names the table contacts. */
const crossings = (feature: string, path: string): string[] =>
  [...tablesIn(path, known)]
    .filter((table) => ![feature, 'platform'].includes(ownerOf.get(table) ?? ''))
    .map((table) => `${feature} > ${table}`);

test('every table has one owner', async () => {
  const { rows } = await db.owner.query<{ name: string }>(
    `select case when schemaname = 'directory' then 'directory.' else '' end || tablename as name from pg_tables
     join pg_class on oid = format('%I.%I', schemaname, tablename)::regclass
     where schemaname in ('public', 'directory') and not relispartition`,
  );
  const owned = [...features.flatMap(({ tables }) => tables), ...platformTables];

  expect(owned.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('no feature touches a table of another one without a reason, and no reason is out of date', () => {
  const files = globSync('**/*.ts', { cwd: src }).filter(
    (file) => !/\.test\.ts$|-harness\.ts$|test-rows\.ts$/.test(file),
  );
  const found = new Set(files.flatMap((file) => crossings(file.split(sep)[0]!, join(src, file))));

  expect([...found].toSorted()).toEqual(Object.keys(sharedTables).toSorted());
});

test.each([
  ["db.selectFrom('suppressions as s').select('id')", 'forms > suppressions'],
  ["db.updateTable('campaigns').set({})", 'forms > campaigns'],
  ["query.innerJoin('directory.users as u', 'u.id', 'x')", 'forms > users'],
  ['sql`delete from only tags where true`', 'forms > tags'],
  ['sql`insert into contacts (id) select 1`', 'forms > contacts'],
])('a statement such as %s is seen', (statement, crossing) => {
  const folder = mkdtempSync(join(tmpdir(), 'waggle-tables-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'queries.ts'), statement);

  expect(crossings('forms', join(folder, 'queries.ts'))).toEqual([crossing]);
});
