import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * The database's clock, which all processes share: theirs may be wrong, or be set while they run. Within a transaction it is
 * the moment the transaction began.
 */
export async function databaseNow({ db }: { db: Db }): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  return rows[0]!.now;
}
