import type { Locale } from '@waggle/contracts/fields';
import type { ReportFrequency } from '@waggle/contracts/reports';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';

export type ScheduleRow = {
  id: string;
  client_id: string | null;
  frequency: ReportFrequency;
  recipients: string[];
  locale: Locale;
  skips_empty: boolean;
  paused_at: Date | null;
  next_run_at: Date;
  last_period: string | null;
  last_outcome: string | null;
  last_run_at: Date | null;
};

const columns = sql`id, client_id, frequency, recipients, locale, skips_empty, paused_at, next_run_at, last_period, last_outcome, last_run_at`;

const inSight = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return sql`organization_id = ${ctx.organizationId}::uuid and (${clientId}::uuid is null or client_id = ${clientId}::uuid)`;
};

export async function findSchedules(ctx: Context, most: number): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select ${columns} from report_schedules where ${inSight(ctx)} order by created_at, id limit ${most}`.execute(
    ctx.db,
  );
  return rows;
}

export async function findSchedule(ctx: Context, id: string): Promise<ScheduleRow | undefined> {
  const { rows } = await sql<ScheduleRow>`
    select ${columns} from report_schedules where ${inSight(ctx)} and id = ${id}::uuid`.execute(ctx.db);
  return rows[0];
}

/** Waits until whoever decides about it has ended. */
export async function lockSchedule(ctx: Context, id: string): Promise<ScheduleRow | undefined> {
  const { rows } = await sql<ScheduleRow>`
    select ${columns} from report_schedules where ${inSight(ctx)} and id = ${id}::uuid for update`.execute(ctx.db);
  return rows[0];
}

/** Of the organization with all its clients, for a context that sees them. */
export async function countSchedules(ctx: Context): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from report_schedules where organization_id = ${ctx.organizationId}::uuid`.execute(
    ctx.db,
  );
  return rows[0]!.total;
}

/** Of the organization with all its clients, without those that are paused. */
export async function countRunning(ctx: Context): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from report_schedules
    where organization_id = ${ctx.organizationId}::uuid and paused_at is null`.execute(ctx.db);
  return rows[0]!.total;
}

export type Saved = {
  frequency: ReportFrequency;
  recipients: readonly string[];
  locale: Locale;
  skipsEmpty: boolean;
  isPaused: boolean;
  nextRunAt: Date;
};

export async function insertSchedule(ctx: Context, row: Saved & { createdBy: string }): Promise<ScheduleRow> {
  const { rows } = await sql<ScheduleRow>`
    insert into report_schedules (organization_id, client_id, frequency, recipients, locale, skips_empty, paused_at, next_run_at, created_by)
    values (${ctx.organizationId}::uuid, ${activeClient(ctx)}::uuid, ${row.frequency}, ${row.recipients}::text[], ${row.locale},
      ${row.skipsEmpty}, case when ${row.isPaused}::boolean then now() end, ${row.nextRunAt}, ${row.createdBy}::uuid)
    returning ${columns}`.execute(ctx.db);
  return rows[0]!;
}

/** While it runs at the same rhythm the next time stays: the period may be due already, or its moment was kept in another zone. */
export async function updateSchedule(ctx: Context, id: string, row: Saved): Promise<ScheduleRow | undefined> {
  const { rows } = await sql<ScheduleRow>`
    update report_schedules set frequency = ${row.frequency}, recipients = ${row.recipients}::text[], locale = ${row.locale},
      skips_empty = ${row.skipsEmpty},
      next_run_at = case when frequency = ${row.frequency} and paused_at is null then next_run_at else ${row.nextRunAt}::timestamptz end,
      paused_at = case when ${row.isPaused}::boolean then coalesce(paused_at, now()) end
    where ${inSight(ctx)} and id = ${id}::uuid returning ${columns}`.execute(ctx.db);
  return rows[0];
}

export async function deleteSchedule(ctx: Context, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from report_schedules where ${inSight(ctx)} and id = ${id}::uuid returning id`.execute(ctx.db);
  return rows.length > 0;
}

type Decided = { nextRunAt: Date; period?: string; outcome: string };

export async function noteRun(ctx: Context, id: string, { nextRunAt, period, outcome }: Decided): Promise<void> {
  await sql`
    update report_schedules set next_run_at = ${nextRunAt}, last_period = coalesce(${period ?? null}::text, last_period),
      last_outcome = ${outcome}, last_run_at = ${ctx.now()}
    where organization_id = ${ctx.organizationId}::uuid and id = ${id}::uuid`.execute(ctx.db);
}

/** Days after which no try of an email is to come: the last is some nine hours after the first. */
const triedDays = 1;

/** Of schedules with these last periods, those of which no email was accepted, may have arrived or is still tried. */
export async function findUndelivered(ctx: Context, ran: readonly ScheduleRow[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select schedule_id as id from report_emails
    join unnest(${ran.map(({ id }) => id)}::uuid[], ${ran.map((row) => row.last_period)}::text[]) as ran (id, last_period)
      on schedule_id = ran.id and period = ran.last_period
    where organization_id = ${ctx.organizationId}::uuid group by schedule_id
    having bool_and(state in ('failed', 'left-out') or state = 'pending' and created_at < ${ctx.now()}::timestamptz - make_interval(days => ${triedDays}))`.execute(
    ctx.db,
  );
  return new Set(rows.map(({ id }) => id));
}

export async function moveRun(ctx: Context, id: string, nextRunAt: Date): Promise<void> {
  await sql`
    update report_schedules set next_run_at = ${nextRunAt}
    where organization_id = ${ctx.organizationId}::uuid and id = ${id}::uuid`.execute(ctx.db);
}

export type DueSchedule = { organizationId: string; scheduleId: string };

export async function findDueSchedules(sweep: Db, now: Date, most: number): Promise<DueSchedule[]> {
  const { rows } = await sql<DueSchedule>`
    select organization_id as "organizationId", id as "scheduleId" from report_schedules
    where paused_at is null and next_run_at <= ${now} order by next_run_at limit ${most}`.execute(sweep);
  return rows;
}
