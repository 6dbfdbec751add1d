import type { Config } from '../platform/config.ts';
import { migrate, setAppPassword } from '../platform/database/migrate.ts';

export async function migrateCommand(config: Config): Promise<void> {
  const ownerUrl = config.MIGRATION_DATABASE_URL;
  if (!ownerUrl) throw new Error('Set MIGRATION_DATABASE_URL to the login that owns the schema.');
  await migrate(ownerUrl, (line) => console.log(line));
  await setAppPassword(ownerUrl, config.DATABASE_URL);
  console.log('The database is up to date.');
}
