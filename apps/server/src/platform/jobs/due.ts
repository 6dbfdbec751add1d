import type { Db as EngineDb } from 'pg-boss';
import type { Log } from '../log.ts';
import { repeatEvery, type Repeated } from '../repeat-every.ts';

/**
 * NOTIFY announces new jobs only; retries and delayed jobs become due in silence. One statement a second asks about all
 * queues at once, which costs less than every fetch loop polling for itself and finds them sooner.
 */
const everyMilliseconds = 1_000;

const dueQueues = `
  select queue.name from pgboss.queue
  where exists (
    select from pgboss.job_common job
    where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
  )
  and queue.name not like 'dead.%'`;

type Hooks = { wake: (queue: string) => void; beat: () => void };

export function wakeDueQueues(db: EngineDb, log: Log, { wake, beat }: Hooks): Repeated {
  const look = async () => {
    try {
      const { rows } = await db.executeSql(dueQueues);
      for (const { name } of rows as { name: string }[]) wake(name);
    } catch (error) {
      log.debug({ err: error }, 'due jobs could not be looked up');
    }
  };
  return repeatEvery(everyMilliseconds, log, look, { pauseFirst: true, beat });
}
