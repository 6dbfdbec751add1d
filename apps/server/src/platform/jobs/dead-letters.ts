import { metrics } from '@opentelemetry/api';
import { type Db as EngineDb, PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { repeatEvery, type Repeated } from '../repeat-every.ts';
import { deadLetterQueues } from './classes.ts';

export type DeadLetter = {
  id: string;
  job: string;
  organizationId: string | null;
  payload: unknown;
  /** Why the last try failed. */
  reason: string;
  attempts: number;
  enqueuedAt: Date;
  diedAt: Date;
};

type Filter = { job?: string | undefined; id?: string | undefined };

const columns = `
  id, source_name as job, data->>'organizationId' as "organizationId", data->'payload' as payload,
  coalesce(source_output->>'message', source_output->'value'->>'message', 'unknown') as reason,
  source_retry_count + 1 as attempts, source_created_on as "enqueuedAt", created_on as "diedAt"`;

/** Oldest first. */
export async function listDeadLetters(
  { pool }: Database,
  filter: Filter & { limit?: number } = {},
): Promise<DeadLetter[]> {
  const { rows } = await pool.query<DeadLetter>(
    `select ${columns} from pgboss.job_common
     where name = any($1) and state < 'active' and not blocked and ($2::text is null or source_name = $2) and ($3::uuid is null or id = $3)
     order by created_on limit $4`,
    [deadLetterQueues, filter.job ?? null, filter.id ?? null, filter.limit ?? 100],
  );
  return rows;
}

/** Puts dead letters back into their queues with all their tries. Answers how many. */
export async function replayDeadLetters({ pool }: Database, filter: Filter = {}): Promise<number> {
  const engine = new PgBoss({
    schema: 'pgboss',
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
  });
  const { rows } = await pool.query<{ now: Date }>('select now() as now');
  // What dies again while this runs stays dead.
  const options = {
    ...(filter.job && { sourceName: filter.job }),
    ...(filter.id && { ids: [filter.id] }),
    ...(rows[0] && { createdBefore: rows[0].now }),
    limit: 1_000,
  };

  let replayed = 0;
  for (const queue of deadLetterQueues) {
    for (let moved = options.limit; moved === options.limit; replayed += moved)
      moved = await engine.redrive(queue, options);
  }
  return replayed;
}

const everyMilliseconds = 5_000;

/** Each dead letter is reported once over all processes, whether a handler, a time limit or a dead worker caused it. */
const takeUnreported = `
  update pgboss.job_common set output = '{"reported": true}'
  where name = any($1) and state < 'active' and not blocked and output is null
  returning ${columns}`;

type Watch = { jobs: readonly string[]; pauseMs?: number };

export function watchDeadLetters(db: EngineDb, log: Log, { jobs, pauseMs = everyMilliseconds }: Watch): Repeated {
  const counter = metrics
    .getMeter('waggle')
    .createCounter('job_dead_letters', { description: 'Jobs given up, by name.' });
  // A series that begins with its first event hides that event from increase().
  for (const name of jobs) counter.add(0, { name });

  const look = async () => {
    try {
      const { rows } = await db.executeSql(takeUnreported, [deadLetterQueues]);
      for (const { payload: _, ...letter } of rows as DeadLetter[]) {
        counter.add(1, { name: letter.job });
        log.error(letter, 'a job was given up and waits as a dead letter');
      }
    } catch (error) {
      log.debug({ err: error }, 'dead letters could not be looked up');
    }
  };

  return repeatEvery(pauseMs, log, look, { pauseFirst: true });
}
