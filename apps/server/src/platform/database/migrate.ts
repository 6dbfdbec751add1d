import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { installJobTables } from '../jobs/install.ts';

/** Beside the bundle in an installation, in db/ in the source tree. */
const bundled = fileURLToPath(new URL('./migrations', import.meta.url));
const migrations = existsSync(bundled) ? bundled : fileURLToPath(new URL('../../../db/migrations', import.meta.url));

/** Brings a database to the newest schema. Forward only; safe to call from many processes at once. */
export async function migrate(ownerUrl: string, log: (line: string) => void): Promise<void> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    // A migration that cannot get its lock soon gives up instead of queueing every reader behind it.
    options: '-c lock_timeout=2000',
  });
  await client.connect();
  try {
    const done = await runner({
      dbClient: client,
      dir: migrations,
      direction: 'up',
      migrationsTable: 'schema_migrations',
      checkOrder: true,
      singleTransaction: false,
      advisoryLockMode: 'wait',
      logger: { info: () => {}, warn: log, error: log },
    });
    for (const { name } of done) log(`migrated ${name}`);
    await installJobTables(ownerUrl, client);
  } finally {
    await client.end();
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
