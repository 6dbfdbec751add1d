import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Config } from '../../platform/config.ts';
import { versionOf } from '../../version.ts';
import { Refusal } from '../refusal.ts';
import { baseFolder, baseManifest, describeFile, dumpFile, type Manifest, writeManifest } from './manifest.ts';
import { fillFolder, requireFree } from './new-folder.ts';
import { createPostgresTools, type PostgresTools } from './postgres-tools.ts';
import * as queries from './queries.ts';

/** Writes a backup into a new folder, and reads it back. */
export async function backupCommand(config: Config, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { whole: { type: 'boolean' } }, allowPositionals: true });
  const [folder] = positionals;
  if (!folder)
    throw new Refusal('Say `waggle backup <folder>`, or `waggle backup <folder> --whole` for the whole cluster.');
  const url = backupUrl(config);
  await requireFree(folder);
  // Everything in it is somebody's data, also what the programs write.
  process.umask(0o077);

  const kind = values.whole ? 'base' : 'dump';
  const about = await connected(url, (client) => describe(client, kind));
  const tools = createPostgresTools({ folder: config.POSTGRES_BIN, major: about.serverMajor });
  await fillFolder(folder, async (unfinished) => {
    const files = await (kind === 'base' ? writeBase : writeDump)(tools, unfinished, url);
    await writeManifest(unfinished, { ...about, kind, version: versionOf(), files });
  });
  console.log(
    `The backup is in ${folder} and was read back. It does not hold SECRET_KEY, your settings and JOURNAL_DIR: keep those elsewhere.`,
  );
}

export function backupUrl({ BACKUP_DATABASE_URL: own, MIGRATION_DATABASE_URL: owner }: Config): string {
  const url = own ?? owner;
  if (!url) throw new Refusal('Set BACKUP_DATABASE_URL to a login that may read everything.');
  return url;
}

export async function connected<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch((error: Error) => {
    throw new Refusal(`The database of BACKUP_DATABASE_URL does not answer: ${error.message}`, { cause: error });
  });
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

const rights = {
  dump: 'BACKUP_DATABASE_URL must be a login with BYPASSRLS and pg_read_all_data: row-level security hides rows from others.',
  base: 'BACKUP_DATABASE_URL must be a login with REPLICATION.',
};

async function describe(client: pg.Client, kind: Manifest['kind']): Promise<queries.About> {
  const { readsAll, copiesAll } = await queries.findLogin(client);
  if (!(kind === 'base' ? copiesAll : readsAll)) throw new Refusal(rights[kind]);
  return queries.describeDatabase(client);
}

async function writeDump(run: PostgresTools, folder: string, url: string): Promise<Manifest['files']> {
  const path = join(folder, dumpFile);
  await run('pg_dump', ['--format=custom', '--no-password', `--file=${path}`], url);
  await run('pg_restore', ['--file=/dev/null', path]);
  return [await describeFile(folder, dumpFile)];
}

async function writeBase(run: PostgresTools, folder: string, url: string): Promise<Manifest['files']> {
  const path = join(folder, baseFolder);
  const how = ['--format=plain', '--wal-method=stream', '--checkpoint=fast', '--manifest-checksums=SHA256'];
  await run('pg_basebackup', [`--pgdata=${path}`, ...how, '--no-password'], url);
  await run('pg_verifybackup', [path]);
  return [await describeFile(folder, baseManifest)];
}
