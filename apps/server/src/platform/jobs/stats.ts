import type { Database } from '../database/database.ts';
import { type JobClass, classNames, deadLetterQueue } from './classes.ts';

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

/** Read by the figures for Prometheus; one pass over the rows that are not done. */
export async function jobStats({ pool }: Database): Promise<JobStats[]> {
  const { rows } = await pool.query<Omit<JobStats, 'class'> & { deadLetter: string }>(
    `select queue.name as job, queue.dead_letter as "deadLetter",
       coalesce(live.waiting, 0)::int as waiting, coalesce(live.deferred, 0)::int as deferred,
       coalesce(live.active, 0)::int as active, coalesce(dead.count, 0)::int as dead,
       coalesce(extract(epoch from now() - live.oldest), 0)::float8 as "oldestWaitingSeconds"
     from pgboss.queue
     left join (
       select name, count(*) filter (where state < 'active' and start_after <= now()) as waiting,
         count(*) filter (where state < 'active' and start_after > now()) as deferred,
         count(*) filter (where state = 'active') as active,
         min(start_after) filter (where state < 'active' and start_after <= now()) as oldest
       from pgboss.job_common where state < 'completed' group by name
     ) live on live.name = queue.name
     left join (
       select source_name, count(*) from pgboss.job_common where name = any($1) and state < 'active' group by source_name
     ) dead on dead.source_name = queue.name
     where queue.dead_letter = any($1)
     order by queue.name`,
    [classNames.map(deadLetterQueue)],
  );
  return rows.map(({ deadLetter, ...figures }) => ({
    ...figures,
    class: deadLetter.slice('dead.'.length) as JobClass,
  }));
}
