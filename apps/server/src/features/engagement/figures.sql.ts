import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Metric } from './metrics.ts';

export async function findTimezone(ctx: Context): Promise<string> {
  const { timezone } = await ctx.db
    .selectFrom('organizations')
    .select('timezone')
    .where('id', '=', ctx.organizationId)
    .executeTakeFirstOrThrow();
  return timezone;
}

export async function findFirstDay(ctx: Context, subjectId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from stat_days
    where organization_id = ${ctx.organizationId} and subject_id = ${subjectId} and part = 'all'`.execute(ctx.db);
  return rows[0]?.day ?? null;
}

export type Span = { subjectId: string; from: string; to: string };

/** Every figure of every day of the span. */
export async function findDays(ctx: Context, { subjectId, from, to }: Span) {
  const { rows } = await sql<{ metric: Metric; part: string; day: string; value: string; total: number }>`
    select metric, part, day::text, value, total::float8 from stat_days
    where organization_id = ${ctx.organizationId} and subject_id = ${subjectId}
      and part <> 'week' and day between ${from}::date and ${to}::date`.execute(ctx.db);
  return rows;
}

export async function countMetric(ctx: Context, metric: Metric, { subjectId, from, to }: Span): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(total), 0)::float8 as total from stat_days
    where organization_id = ${ctx.organizationId} and subject_id = ${subjectId} and metric = ${metric} and part = 'all'
      and day between ${from}::date and ${to}::date`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

/** By weekday (1 is Monday) and hour of the organization's clock. */
export async function findWeek(ctx: Context, metric: Metric, { subjectId, from, to }: Span, timezone: string) {
  const { rows } = await sql<{ weekday: number; hour: number; total: number }>`
    select extract(isodow from hour at time zone ${timezone})::int as weekday,
      extract(hour from hour at time zone ${timezone})::int as hour, sum(total)::float8 as total
    from stat_hours
    where organization_id = ${ctx.organizationId} and subject_id = ${subjectId} and metric = ${metric}
      and hour >= ${from}::date::timestamp at time zone ${timezone}
      and hour < (${to}::date + 1)::timestamp at time zone ${timezone}
    group by 1, 2`.execute(ctx.db);
  return rows;
}

/** Each hour since an instant that has a figure; `at` is when it began. */
export async function findHours(ctx: Context, subjectId: string, since: number) {
  const { rows } = await sql<{ metric: Metric; at: Date; total: number }>`
    select metric, hour as at, sum(total)::float8 as total from stat_hours
    where organization_id = ${ctx.organizationId} and subject_id = ${subjectId}
      and hour >= ${new Date(since).toISOString()}::timestamptz
    group by 1, 2`.execute(ctx.db);
  return rows;
}

export async function findTrends(ctx: Context, metric: Metric, subjectIds: readonly string[], from: string) {
  const { rows } = await sql<{ subject_id: string; day: string; total: number }>`
    select subject_id, day::text, total::float8 from stat_days
    where organization_id = ${ctx.organizationId} and subject_id = any(${subjectIds}::uuid[]) and metric = ${metric}
      and part = 'all' and day >= ${from}::date`.execute(ctx.db);
  return rows;
}
