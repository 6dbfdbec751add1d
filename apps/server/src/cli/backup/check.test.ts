import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Postgres, startPostgres } from '../../../test/harness/postgres.ts';
import { loadConfig } from '../../platform/config.ts';
import { backupCheckCommand } from './check.ts';
import { writeManifest } from './manifest.ts';

let postgres: Postgres;
let owner: pg.Client;
let folder: string;
beforeAll(async () => {
  postgres = await startPostgres();
  await connect();
  await owner.query('create role waggle_app login');
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-backups-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  process.exitCode = 0;
  vi.restoreAllMocks();
});
afterAll(async () => {
  await owner.end();
  await postgres.destroy();
});

async function connect(): Promise<void> {
  owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  owner.on('error', () => {});
  await owner.connect();
}

async function archiveBy(command: string): Promise<void> {
  await owner.query(`alter system set archive_mode = 'on'`);
  await owner.query(`alter system set archive_command = '${command}'`);
  await owner.end();
  await postgres.stop();
  await postgres.start();
  await connect();
}

async function check(...args: string[]) {
  const said: string[] = [];
  for (const stream of ['log', 'error'] as const)
    vi.spyOn(console, stream).mockImplementation((line: string) => void said.push(line));
  process.exitCode = 0;
  const config = loadConfig({
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: postgres.appUrl(),
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  await backupCheckCommand(config, args);
  return { said: said.join('\n'), code: process.exitCode };
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

async function backupOf(name: string, takenAt: Date): Promise<void> {
  mkdirSync(join(folder, name));
  await writeManifest(join(folder, name), {
    kind: 'dump',
    takenAt: takenAt.toISOString(),
    version: '0.1.0',
    serverMajor: 18,
    installation: { id: crypto.randomUUID(), epoch: 1 },
    roles: [],
    files: [{ name: 'waggle.dump', bytes: 1, sha256: '0'.repeat(64) }],
  });
}

test('P5: the newest finished backup counts, by when it was taken', async () => {
  await backupOf('2026-11-15', hoursAgo(50));
  await backupOf('2026-11-16', hoursAgo(27));
  // A folder without a manifest is no backup, however new.
  mkdirSync(join(folder, '2026-11-17'));

  expect(await check(folder)).toEqual({
    said: `The newest backup is ${join(folder, '2026-11-16')}, 27.0 hours old; 26 are allowed.`,
    code: 1,
  });
  expect((await check(folder, '--hours', '30')).code).toBe(0);
});

test("P5: a base backup of PostgreSQL's own program counts from the end of its manifest", async () => {
  const manifest = join(folder, 'backup_manifest');
  writeFileSync(manifest, '{}');
  utimesSync(manifest, hoursAgo(3), hoursAgo(3));

  expect(await check(folder)).toEqual({ said: `The newest backup is ${folder}, 3.0 hours old.`, code: 0 });
});

test('P5: no backup, no folder and nothing to check at all are failures', async () => {
  expect(await check(folder)).toEqual({ said: `${folder} holds no finished backup.`, code: 1 });
  expect((await check(join(folder, 'missing'))).code).toBe(1);
  await expect(check()).rejects.toThrow('There is nothing to check');
  await expect(check(folder, '--hours', 'many')).rejects.toThrow('Say `waggle backup-check');
  expect((await check('--wal-minutes', '5')).said).toBe('The server does not archive its write-ahead log.');
});

test('P5: an archive of the write-ahead log counts by its last segment, and one that fails is told', async () => {
  await archiveBy('true');
  expect(await check()).toEqual({ said: 'The write-ahead log has never been archived.', code: 1 });
  const archived = async (column: string) => {
    await owner.query('create table if not exists written (at timestamptz); insert into written values (now())');
    await owner.query('select pg_switch_wal()');
    await vi.waitFor(
      async () => expect((await owner.query(`select from pg_stat_archiver where ${column} > 0`)).rowCount).toBe(1),
      { timeout: 60_000 },
    );
  };

  await archived('archived_count');
  expect(await check()).toEqual({
    said: expect.stringMatching(/^The write-ahead log was archived .* minutes ago\.$/),
    code: 0,
  });
  expect((await check('--wal-minutes', '0.000001')).code).toBe(1);

  await archiveBy('false');
  await archived('failed_count');
  expect(await check()).toEqual({ said: expect.stringContaining('archiving has failed since'), code: 1 });
});
