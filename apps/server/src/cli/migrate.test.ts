import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { loadConfig } from '../platform/config.ts';
import { migrationNames } from '../platform/database/migrate.ts';
import { migrateCommand } from './migrate.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => db.drop());

const settings = () => ({
  WAGGLE_MODE: 'test',
  PUBLIC_URL: 'http://waggle.test',
  DATABASE_URL: db.appUrl,
  SECRET_KEY: 'a test secret that is long enough 0123',
  SMTP_URL: 'smtp://127.0.0.1:1',
});
const check = (env: Record<string, string> = {}) => migrateCommand(loadConfig({ ...settings(), ...env }), ['--check']);
const comment = (text: string | null) =>
  db.owner.query(`comment on table schema_migrations is ${text === null ? 'null' : db.owner.escapeLiteral(text)}`);
const waggle = (...args: string[]) =>
  promisify(execFile)(process.execPath, [new URL('../cli.ts', import.meta.url).pathname, ...args], {
    env: { ...process.env, ...settings() },
  });

test('waggle migrate --check needs no owner, and ends with 0 when nothing is to be done', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});

  await check();

  expect(said.mock.calls[0]?.[0]).toContain(`${migrationNames().at(-1)}`);
});

test('waggle migrate --check ends with 1 while a migration waits, and in a database that was never migrated to an end', async () => {
  const [newest, before] = migrationNames().toReversed();
  await comment(JSON.stringify({ version: '0.1.0', newest: before }));

  await expect(check()).rejects.toThrow(`Missing migrations: 1, from ${newest} on`);
  await comment(null);
  await expect(check()).rejects.toThrow(`Missing migrations: ${migrationNames().length}, from`);
  await expect(check({ DATABASE_URL: 'postgres://waggle_app@127.0.0.1:1/nobody' })).rejects.toThrow('ECONNREFUSED');

  await migrateCommand(loadConfig({ ...settings(), MIGRATION_DATABASE_URL: db.ownerUrl }), []);
  await expect(check()).resolves.toBeUndefined();
});

test('a database two releases ahead is checked and started on with 1 and a sentence', async () => {
  await comment(JSON.stringify({ version: '0.9.0', newest: '9000-later' }));

  const [checked, started] = await Promise.all(
    [['migrate', '--check'], ['worker']].map((args) => waggle(...args).catch((error: unknown) => error)),
  );
  await migrateCommand(loadConfig({ ...settings(), MIGRATION_DATABASE_URL: db.ownerUrl }), []);

  expect(checked).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database is of version 0\.9\.0, [^\n]+\n$/),
  });
  expect(started).toMatchObject({ code: 1, stderr: expect.stringContaining('The database is of version 0.9.0') });
  await comment(null);
});
