import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { deadLetterQueue } from '../jobs/classes.ts';
import { findPlace } from './queries.ts';

export type WaitingJobs = { job: string; waiting: number; isMail: boolean };

const isMail = sql<boolean>`coalesce(queue.dead_letter = ${deadLetterQueue('transactional')}, false)`;

/** Work that was queued before the hold: what the backup brought along. */
export async function findWaitingJobs(db: Db): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select job.name as job, count(*)::int as waiting, ${isMail} as "isMail"
    from pgboss.job join pgboss.queue using (name) cross join installation
    where job.state < 'completed' and job.name not like 'dead.%' and job.created_on < installation.held_since
    group by job.name, queue.dead_letter order by job.name`.execute(db);
  return rows;
}

/** Reset links and invitations of before have long been sent. Those somebody asked for since go out. */
export async function cancelOldMail(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update pgboss.job set state = 'cancelled', completed_on = now() from pgboss.queue, installation
    where queue.name = job.name and ${isMail} and job.state < 'completed' and job.created_on < installation.held_since`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

export type Confirmation = { by: string; choices: object; counts: object };

/** Lifts the hold: a new epoch begins, here. Answers it, or null when nothing was held any more. */
export async function confirmRestore(db: Db, { by, choices, counts }: Confirmation): Promise<number | null> {
  const place = await findPlace(db);
  const { rows } = await sql<{ epoch: number }>`
    with before as (select * from installation for update), noted as (
      insert into restores (epoch, held_since, held_reason, restored_to, confirmed_by, choices, counts)
      select greatest(before.epoch, (select max(epoch) from restore_journals where held_epoch = before.epoch)) + 1,
        held_since, held_reason, restored_to, ${by.slice(0, 200)}, ${JSON.stringify(choices)}::jsonb, ${JSON.stringify(counts)}::jsonb
      from before where held_since is not null returning epoch
    )
    update installation set epoch = noted.epoch, placed = ${place}, held_since = null, held_reason = null, restored_to = null
    from noted returning installation.epoch`.execute(db);
  return rows[0]?.epoch ?? null;
}
