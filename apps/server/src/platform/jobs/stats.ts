import type { Database } from '../database/database.ts';
import { type JobClass, deadLetterQueues } from './classes.ts';

export type JobStats = {
  class: JobClass;
  job: string;
  /** Ready to run now. */
  waiting: number;
  /** To be run later, including pauses between tries. */
  deferred: number;
  active: number;
  dead: number;
  oldestWaitingSeconds: number;
};

/**
 * For Prometheus. How many are active is the engine's own count, a few seconds old: counting them here would read every
 * finished job as well.
 */
export async function jobStats({ pool }: Database): Promise<JobStats[]> {
  const { rows } = await pool.query<Omit<JobStats, 'class'> & { deadLetter: string }>(
    `select queue.name as job, queue.dead_letter as "deadLetter", queue.active_count as active,
       coalesce(open.waiting, 0)::int as waiting, coalesce(open.deferred, 0)::int as deferred,
       coalesce(dead.count, 0)::int as dead,
       coalesce(extract(epoch from now() - open.oldest), 0)::float8 as "oldestWaitingSeconds"
     from pgboss.queue
     left join (
       select name, count(*) filter (where start_after <= now()) as waiting,
         count(*) filter (where start_after > now()) as deferred,
         min(start_after) filter (where start_after <= now()) as oldest
       from pgboss.job_common where state < 'active' and not blocked group by name
     ) open on open.name = queue.name
     left join (
       select source_name, count(*) from pgboss.job_common
       where name = any($1) and state < 'active' and not blocked group by source_name
     ) dead on dead.source_name = queue.name
     where queue.dead_letter = any($1)
     order by queue.name`,
    [deadLetterQueues],
  );
  return rows.map(({ deadLetter, ...figures }) => ({
    ...figures,
    class: deadLetter.slice('dead.'.length) as JobClass,
  }));
}
