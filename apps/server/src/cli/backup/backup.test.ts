import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BackupHarness, createBackupHarness } from '../../../test/harness/backup-harness.ts';
import { backupCommand } from './backup.ts';
import { restoreCommand } from './restore.ts';

let harness: BackupHarness;
beforeAll(async () => {
  harness = await createBackupHarness(500);
});
afterAll(() => harness.close());

const tables = `select c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text, pg_get_userbyid(c.relowner) as owner
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
const functions = `select p.proname, pg_get_userbyid(p.proowner) as owner, p.prosecdef from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`;
const people = 'select count(*)::int as people from contacts';

test('P5: a dump brings back every row and every policy into an empty database, and is held', async () => {
  const folder = join(harness.scratch, 'dump');
  await harness.waggle(['backup', folder]);
  const url = await harness.emptyDatabase('again');

  const { stdout } = await harness.waggle(['restore', folder], { BACKUP_DATABASE_URL: url });

  expect(stdout).toContain('restored and held');
  expect(await harness.rowsOf(url, people)).toEqual([{ people: 500 }]);
  for (const statement of [tables, functions])
    expect(await harness.rowsOf(url, statement)).toEqual((await harness.owner.query(statement)).rows);
  expect(await harness.rowsOf(url, 'select held_reason from installation')).toEqual([{ held_reason: 'restored' }]);
  expect(await harness.lookAt(harness.postgres, 'journal', 'again')).toBe('restored');
}, 60_000);

test('P5: a restore that was killed before it could hold the database is held all the same', async () => {
  const folder = join(harness.scratch, 'unheld');
  await backupCommand(harness.config(), [folder]);
  const url = await harness.emptyDatabase('unheld');
  await restoreCommand(harness.config({ BACKUP_DATABASE_URL: url }), [folder]);
  await harness.rowsOf(url, 'update installation set held_since = null, held_reason = null, restored_to = null');

  expect(await harness.lookAt(harness.postgres, 'journal of another machine', 'unheld')).toBe('moved');
}, 60_000);

test('P5: a base backup starts on a timeline of its own, and every process holds it, also without a journal', async () => {
  const folder = join(harness.scratch, 'base');
  const directory = mkdtempSync(join(tmpdir(), 'waggle-postgres-'));
  await backupCommand(harness.config(), [folder, '--whole']);
  await restoreCommand(harness.config(), [folder, '--data', join(directory, 'data')]);

  const restored = await harness.startOn(directory);

  expect(await harness.rowsOf(restored.ownerUrl(), people)).toEqual([{ people: 500 }]);
  expect(await harness.lookAt(restored, 'lost')).toBe('moved');
  expect(await harness.lookAt(harness.postgres, 'of the first')).toBeNull();
  await restored.destroy();
  rmSync(directory, { recursive: true, force: true });
}, 60_000);

test('P5: only the owner of the files can read a backup', async () => {
  const folder = join(harness.scratch, 'modes');
  const before = process.umask(0o022);
  await backupCommand(harness.config(), [folder]);
  process.umask(before);
  const modes = ['.', 'waggle.dump', 'waggle-backup.json'].map((name) => statSync(join(folder, name)).mode & 0o777);

  expect(modes).toEqual([0o700, 0o600, 0o600]);
});

describe('P5: restore refuses', () => {
  const folder = () => join(harness.scratch, 'refused');
  beforeAll(() => backupCommand(harness.config(), [folder()]));

  test('a database with tables in it', async () => {
    await expect(restoreCommand(harness.config(), [folder()])).rejects.toThrow(
      /^The database postgres on .* is not empty/,
    );
    expect(await harness.rowsOf(harness.postgres.ownerUrl(), people)).toEqual([{ people: 500 }]);
  });

  test('a data folder with files in it', async () => {
    const base = join(harness.scratch, 'base again');
    await backupCommand(harness.config(), [base, '--whole']);

    await expect(restoreCommand(harness.config(), [base, '--data', folder()])).rejects.toThrow('is not empty.');
    await expect(restoreCommand(harness.config(), [folder(), '--data', base])).rejects.toThrow('without --data');
    expect(readdirSync(folder()).toSorted()).toEqual(['waggle-backup.json', 'waggle.dump']);
  });

  test('a login that is not a superuser', async () => {
    const url = new URL(await harness.emptyDatabase('narrow'));
    await harness.owner.query('create role waggle_narrow login');
    url.username = 'waggle_narrow';

    await expect(restoreCommand(harness.config({ BACKUP_DATABASE_URL: url.href }), [folder()])).rejects.toThrow(
      'use a superuser',
    );
    // Nor does such a login write a dump: row-level security would hide rows from it.
    await expect(
      backupCommand(harness.config({ BACKUP_DATABASE_URL: url.href }), [join(harness.scratch, 'narrow')]),
    ).rejects.toThrow('BYPASSRLS');
    await harness.owner.query('drop role waggle_narrow');
  });

  test('what is damaged or unfinished, and leaves the database empty', async () => {
    const url = await harness.emptyDatabase('untouched');
    const restore = () => restoreCommand(harness.config({ BACKUP_DATABASE_URL: url }), [folder()]);

    appendFileSync(join(folder(), 'waggle.dump'), 'x');
    await expect(restore()).rejects.toThrow('waggle.dump was changed after the backup, or is damaged.');
    rmSync(join(folder(), 'waggle.dump'));
    await expect(restore()).rejects.toThrow('waggle.dump is missing');
    appendFileSync(join(folder(), 'waggle-backup.json'), 'x');
    await expect(restore()).rejects.toThrow('waggle-backup.json was changed after the backup, or is damaged.');
    rmSync(join(folder(), 'waggle-backup.json'));
    await expect(restore()).rejects.toThrow('holds no finished backup');
    expect(await harness.rowsOf(url, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
  });
});

test('P5: a backup that fails, or whose place is taken, leaves nothing under its name', async () => {
  const folder = join(harness.scratch, 'failed');
  const broken = harness.program('pg_dump', 'echo "disk is full" >&2; exit 1');

  await expect(backupCommand(harness.config({ POSTGRES_BIN: broken }), [folder])).rejects.toThrow('disk is full');
  expect(readdirSync(harness.scratch).filter((name) => name.startsWith('failed'))).toEqual([]);
  await expect(backupCommand(harness.config(), [harness.scratch])).rejects.toThrow('is not empty.');
});

test('P5: programs that are missing or older than the server are named in a sentence, without a stack', async () => {
  const old = harness.program('pg_dump', 'echo "must not run" >&2; exit 1', 9);
  const folder = join(harness.scratch, 'none');

  await expect(backupCommand(harness.config({ POSTGRES_BIN: harness.scratch }), [folder])).rejects.toThrow(
    /^pg_dump was not found in .*Install PostgreSQL's client programs of version \d+ \(Debian: postgresql-client-\d+\)/,
  );
  const { stderr } = await harness
    .waggle(['backup', folder], { POSTGRES_BIN: old })
    .catch((error: { stderr: string }) => error);
  expect(stderr).toMatch(/^\S+pg_dump is of PostgreSQL 9 and the server is of \d+\. Install [^\n]+\n$/);
  expect(existsSync(folder)).toBe(false);
});

test('P5: the programs are told the password by their environment, and nothing else of ours', async () => {
  const seen = join(harness.scratch, 'seen');
  const spy = harness.program('pg_dump', `{ echo "$@"; env; } > '${seen}'; exit 1`);
  const url = harness.postgres.ownerUrl().replace('postgres@', 'postgres:p%40ss%2Fword@');

  await expect(
    backupCommand(harness.config({ POSTGRES_BIN: spy, BACKUP_DATABASE_URL: url }), [join(harness.scratch, 'spied')]),
  ).rejects.toThrow('failed');
  const [args, ...env] = (await promisify(execFile)('cat', [seen])).stdout.split('\n');
  expect(args).not.toMatch(/p(@|%40)ss/);
  expect(env).toContain('PGPASSWORD=p@ss/word');
  expect(env.join()).not.toMatch(/SECRET|SMTP|DATABASE_URL/);
});
