import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate';
import pg from 'pg';
import { installJobTables } from '../jobs/install.ts';
import { createFileLoader } from './migration-files/run-file.ts';
import { recordSchemaRelease } from './schema-release.ts';

/** Beside the bundle in an installation, in db/ in the source tree. */
const bundled = fileURLToPath(new URL('./migrations', import.meta.url));
const migrations = existsSync(bundled) ? bundled : fileURLToPath(new URL('../../../db/migrations', import.meta.url));

/** Names of the migrations this program knows, the oldest first. */
export const migrationNames = (folder = migrations): string[] =>
  globSync(`${folder}/*.sql`)
    .map((path) => basename(path, '.sql'))
    .toSorted();

/** Milliseconds between two tries to get a lock, and tries before a migration gives up. */
const patience = { pauseMs: 1_000, tries: 120 };
/** PostgreSQL's code for a lock that was not there in time. */
const lockNotAvailable = '55P03';

/**
 * Brings a database to the newest schema. Forward only; safe to call from many processes at once, and again after a kill at
 * any moment. A migration that does not get its lock soon lets everybody pass who queues behind it, and tries again.
 */
export async function migrate(ownerUrl: string, log: (line: string) => void, folder = migrations): Promise<void> {
  for (let left = patience.tries - 1; ; left -= 1) {
    try {
      return await migrateOnce(ownerUrl, log, folder);
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable || left === 0) throw error;
      log('another transaction holds a lock; trying again');
      await pause(patience.pauseMs);
    }
  }
}

async function migrateOnce(ownerUrl: string, log: (line: string) => void, folder: string): Promise<void> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    // Below the second after which PostgreSQL looks for a deadlock: the migration gives way, and not a request.
    options: '-c lock_timeout=500',
  });
  await client.connect();
  try {
    await untilAlone(client);
    const done = await runner({
      dbClient: client,
      dir: folder,
      direction: 'up',
      migrationsTable: 'schema_migrations',
      checkOrder: true,
      singleTransaction: false,
      noLock: true,
      migrationLoaderStrategies: [{ extensions: ['.sql'], loader: createFileLoader(client) }],
      logger: { info: () => {}, warn: log, error: log },
    });
    for (const { name } of done) log(`migrated ${name}`);
    await installJobTables(ownerUrl, client);
    await recordSchemaRelease(client, migrationNames(folder).at(-1) ?? '');
  } finally {
    await client.end();
  }
}

/** Asks again instead of waiting in a statement: an index that is built concurrently would wait for that statement. */
async function untilAlone(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_lock($1) as alone`, [
      PG_MIGRATE_LOCK_ID,
    ]);
    if (rows[0]?.alone) return;
    await pause(patience.pauseMs / 4);
  }
}

/** Gives the application's login its password, so that a fresh installation needs no hand-written SQL. */
export async function setAppPassword(ownerUrl: string, appUrl: string): Promise<void> {
  const { username, password } = new URL(appUrl);
  if (username !== 'waggle_app' || password === '') return;

  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`alter role waggle_app password ${pg.escapeLiteral(decodeURIComponent(password))}`);
  } finally {
    await client.end();
  }
}
