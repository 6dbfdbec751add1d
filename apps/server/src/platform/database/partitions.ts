import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Below the second after which PostgreSQL looks for a deadlock: upkeep gives way, and not a request. */
const lockMs = 500;
/** Tries for one table, and milliseconds between two: a long read may hold it for a while. */
const patience = { tries: 40, pauseMs: 500 };
const lockNotAvailable = '55P03';

/**
 * Makes the partitions of the coming days and months and drops what is kept long enough. Each table has its own transaction:
 * whoever holds the locks of one waits for no other.
 */
export async function keepPartitions(db: Db, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from partitioned_tables order by name`.execute(db);
  for (const { name } of rows)
    for (let left = patience.tries - 1; !(await kept(db, name, left)); left -= 1) {
      await pause(patience.pauseMs);
      signal?.throwIfAborted();
    }
}

/** False when somebody holds the table, and there are tries left. */
async function kept(db: Db, table: string, triesLeft: number): Promise<boolean> {
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`select set_config('lock_timeout', ${`${lockMs}ms`}, true)`.execute(transaction);
      await sql`select keep_partitions_of(${table})`.execute(transaction);
    });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockNotAvailable || triesLeft === 0) throw error;
    return false;
  }
}
