import type { Db as EngineDb, Job as EngineJob, PgBoss } from 'pg-boss';
import type { Outcome } from './run-job.ts';

/**
 * Writes down what failed. What succeeded is left to the engine, which completes the rest of the batch in one statement;
 * its own per-job results would do that three times slower. Both name the attempt, so a job that another worker has
 * taken over is left alone.
 */
export async function settleFailure(
  engine: PgBoss,
  db: EngineDb,
  row: EngineJob,
  { result, reason }: Outcome,
): Promise<void> {
  if (result === 'completed') return;
  if (result === 'dead') await db.executeSql(noFurtherTry, [row.name, row.id, row.retryCount]);
  await engine.fail(row.name, { id: row.id, retryCount: row.retryCount }, reason);
}

const noFurtherTry = `
  update pgboss.job_common set retry_limit = retry_count
  where name = $1 and id = $2 and retry_count = $3 and state = 'active'`;
