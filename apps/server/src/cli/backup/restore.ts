import { appendFile, chmod, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import type { Config } from '../../platform/config.ts';
import { setAppPassword } from '../../platform/database/migrate.ts';
import { versionOf } from '../../version.ts';
import { Refusal } from '../refusal.ts';
import { backupUrl, connected } from './backup.ts';
import { baseFolder, checkBackup, dumpFile, type Manifest } from './manifest.ts';
import { fillFolder, requireFree } from './new-folder.ts';
import { createPostgresTools } from './postgres-tools.ts';
import * as queries from './queries.ts';

/** Brings a backup back, into an empty place only. What it brings back is held until somebody confirms it. */
export async function restoreCommand(config: Config, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { data: { type: 'string' } }, allowPositionals: true });
  const [folder] = positionals;
  if (!folder)
    throw new Refusal('Say `waggle restore <folder>`, with `--data <data folder>` for the backup of a whole cluster.');
  const manifest = await checkBackup(folder);
  process.umask(0o077);
  if (manifest.kind === 'base') await restoreBase(config, { folder, manifest, data: values.data });
  else if (values.data === undefined) await restoreDump(config, folder, manifest);
  else
    throw new Refusal(
      'This backup is a dump of one database: it is restored into BACKUP_DATABASE_URL, without --data.',
    );
}

async function restoreDump(config: Config, folder: string, manifest: Manifest): Promise<void> {
  const url = backupUrl(config);
  await connected(url, async (client) => {
    const major = await requireFit(client, manifest);
    const run = createPostgresTools({ folder: config.POSTGRES_BIN, major });
    for (const role of manifest.roles) await queries.makeRole(client, role);
    for (const role of manifest.roles) await queries.joinRoles(client, role);
    const whole = ['--exit-on-error', '--single-transaction', '--no-password', `--dbname=${client.database ?? ''}`];
    await run('pg_restore', [...whole, join(folder, dumpFile)], url);
    await queries.giveToOwner(client);
    // Were this to fail, the database is in another place than the backup says, and held for that.
    await queries.holdRestored(client, manifest.takenAt);
    // The job queue fetches several times slower until the planner has statistics.
    await client.query('analyze');
  });
  await setAppPassword(url, config.DATABASE_URL);
  const migrate =
    manifest.version === versionOf() ? '' : ` It is of version ${manifest.version}: run \`waggle migrate\`.`;
  console.log(
    `The backup of ${manifest.takenAt} is restored and held.${migrate} Start the processes with their journals, then: waggle restore-status`,
  );
}

/** A backup that went over a living database would be the second disaster. Answers the version of the server. */
async function requireFit(client: pg.Client, { serverMajor }: Manifest): Promise<number> {
  if ((await queries.countTables(client)) > 0)
    throw new Refusal(
      `The database ${client.database} on ${client.host}:${client.port} is not empty. Restore into a new one: nothing is ever overwritten.`,
    );
  if (!(await queries.findLogin(client)).isSuper)
    throw new Refusal(
      'Restoring sets owners of tables and functions: use a superuser as BACKUP_DATABASE_URL for this command.',
    );
  const major = await queries.findServerMajor(client);
  if (major < serverMajor)
    throw new Refusal(`The backup is of PostgreSQL ${serverMajor} and this server is of ${major}: use a newer one.`);
  return major;
}

type Base = { folder: string; manifest: Manifest; data: string | undefined };

async function restoreBase(config: Config, { folder, manifest, data }: Base): Promise<void> {
  const { serverMajor } = manifest;
  const base = join(folder, baseFolder);
  if (data !== undefined) await requireFree(data);
  await createPostgresTools({ folder: config.POSTGRES_BIN, major: serverMajor })('pg_verifybackup', [base]);
  if (data === undefined) {
    console.log(`The backup is whole. To restore it: waggle restore ${folder} --data <a new data folder>`);
    return;
  }
  await fillFolder(data, async (unfinished) => {
    await cp(base, unfinished, { recursive: true, preserveTimestamps: true });
    // The server refuses a folder others may open.
    await chmod(unfinished, 0o700);
    // Recovery begins a new timeline, by which every process knows this database from the one before.
    await writeFile(join(unfinished, 'recovery.signal'), '', { mode: 0o600 });
    await appendFile(
      join(unfinished, 'postgresql.auto.conf'),
      `restore_command = 'false'\nrecovery_target_timeline = 'current'\n`,
    );
  });
  console.log(
    [
      `The files of ${manifest.takenAt} are in ${data}. Next:`,
      `  1. If you archive the write-ahead log, set restore_command (and recovery_target_time) in ${join(data, 'postgresql.auto.conf')}.`,
      `  2. Give the folder to the server's user: chown -R postgres: ${data}`,
      `  3. Start PostgreSQL ${serverMajor} on it, then the processes with their journals. Nothing is sent.`,
      '  4. waggle restore-status',
    ].join('\n'),
  );
}
