import { parseArgs } from 'node:util';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { migrate, migrationNames, setAppPassword } from '../platform/database/migrate.ts';
import { assertSchemaFits, findSchemaRelease } from '../platform/database/schema-release.ts';
import { Refusal } from './refusal.ts';

/** Migrates, or with --check says whether there is anything to migrate; that needs the login of the application only. */
export async function migrateCommand(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { check: { type: 'boolean' } } });
  if (values.check) return checkSchema(config);
  const ownerUrl = config.MIGRATION_DATABASE_URL;
  if (!ownerUrl) throw new Error('Set MIGRATION_DATABASE_URL to the login that owns the schema.');
  await migrate(ownerUrl, (line) => console.log(line));
  await setAppPassword(ownerUrl, config.DATABASE_URL);
  console.log('The database is up to date.');
}

async function checkSchema(config: Config): Promise<void> {
  const database = openDatabase(config);
  try {
    const refused = (error: Error) => {
      throw new Refusal(error.message, { cause: error });
    };
    const release = await findSchemaRelease(database.pool).catch(refused);
    await assertSchemaFits(database.pool).catch(refused);
    const waiting = migrationNames().filter((name) => name > (release?.newest ?? ''));
    if (waiting.length > 0)
      throw new Refusal(`Missing migrations: ${waiting.length}, from ${waiting[0]} on. Run \`waggle migrate\`.`);
    console.log(`Nothing to migrate: the database is of version ${release?.version}, ${release?.newest}.`);
  } finally {
    await database.close();
  }
}
