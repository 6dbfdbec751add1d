import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';

export type Journalled = { id: string; scheduleId: string; linkId: string; period: string; addressHash: Buffer };

const rowOf = (ctx: Context, { scheduleId, period, addressHash }: Journalled) => sql`
  organization_id = ${ctx.organizationId}::uuid and schedule_id = ${scheduleId}::uuid and period = ${period} and address_hash = ${addressHash}::bytea`;

/**
 * One that left, or may have. A row of the backup is as it was before its answer, and its own job goes on from there; one that is
 * younger stands for the recipient, so that the period is not sent to them again.
 */
export const markOffered = (ctx: Context, email: Journalled) =>
  sql`
    insert into report_emails (organization_id, id, client_id, schedule_id, link_id, period, address_hash, state, reason)
    select organization_id, ${email.id}::uuid, client_id, id, ${email.linkId}::uuid, ${email.period}, ${email.addressHash}::bytea, 'uncertain', 'restored'
    from report_schedules where organization_id = ${ctx.organizationId}::uuid and id = ${email.scheduleId}::uuid
    on conflict (organization_id, schedule_id, period, address_hash) do update set state = 'offered'
    where report_emails.state = 'pending'`.execute(ctx.db);

export const markEnded = (ctx: Context, email: Journalled, state: 'accepted' | 'failed') =>
  sql`update report_emails set state = ${state}, reason = 'restored', email = null
    where ${rowOf(ctx, email)} and (state in ('pending', 'offered') or state = 'uncertain' and reason = 'restored')`.execute(
    ctx.db,
  );

/** The server took none: the row of the backup waits again, and without one the next run makes it. */
export async function markTakenBack(ctx: Context, email: Journalled): Promise<void> {
  await sql`update report_emails set state = 'pending' where ${rowOf(ctx, email)} and state = 'offered'`.execute(
    ctx.db,
  );
  await sql`delete from report_emails where ${rowOf(ctx, email)} and state = 'uncertain' and reason = 'restored'`.execute(
    ctx.db,
  );
}

export type DueReports = { organizationId: string; due: number };

/** Schedules whose period would be reported by the next look. */
export async function countDue(sweep: Db): Promise<DueReports[]> {
  const { rows } = await sql<DueReports>`
    select organization_id as "organizationId", count(*)::int as due from report_schedules
    where paused_at is null and next_run_at <= now() group by organization_id order by organization_id`.execute(sweep);
  return rows;
}

/** Nobody knows whether the period was reported: a person resumes them, from the next period on. Answers how many. */
export async function pauseDue(ctx: Context): Promise<number> {
  const { numAffectedRows } = await sql`
    update report_schedules set paused_at = now()
    where organization_id = ${ctx.organizationId}::uuid and paused_at is null and next_run_at <= now()`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

/** Emails of reports that were waiting: their jobs find that they are not to be sent. Answers how many. */
export async function doubtWaiting(ctx: Context): Promise<number> {
  const { numAffectedRows } = await sql`
    update report_emails set state = 'uncertain', reason = 'restored-unknown', email = null
    where organization_id = ${ctx.organizationId}::uuid and state in ('pending', 'offered')`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

export async function organizationsWithSchedules(sweep: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct organization_id as id from report_schedules order by 1`.execute(sweep);
  return rows.map(({ id }) => id);
}
