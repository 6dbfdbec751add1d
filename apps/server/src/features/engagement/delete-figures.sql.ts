import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { findTimezone } from './figures.sql.ts';
import { metric } from './metrics.ts';
import { firstKeptDay } from './recount/kept-days.ts';
import { addTotals, startOfDay, type TotalRow } from './totals.sql.ts';

/**
 * Goes with a deleted subject, after its row: a drain that holds the row is waited for, and one that comes later finds none. Its scans leave
 * the totals, because no screen counts those of a deleted code.
 */
export async function deleteFigures(ctx: Context, subjectId: string): Promise<void> {
  const [timezone, firstDay] = [await findTimezone(ctx), firstKeptDay(ctx.now())];
  const kept = await deleteEvents(ctx, subjectId, startOfDay(timezone, firstDay));
  const older = await findOldDays(ctx, subjectId, firstDay);
  for (const table of ['stat_hours', 'stat_days'] as const) {
    await ctx.db
      .deleteFrom(table)
      .where('organization_id', '=', ctx.organizationId)
      .where('subject_id', '=', subjectId)
      .execute();
  }
  await addTotals(ctx, [
    ...kept.map(({ at, ...lost }): TotalRow => ({ ...lost, at: at.getTime() })),
    // Nobody knows their quarter any more: they leave the first of their day.
    ...older.map(({ day, ...lost }): TotalRow => ({ ...lost, at: startOfDay(timezone, day) })),
  ]);
}

const { scans, newVisitors } = metric.scan;

type Lost = { clientId: string | null; metric: typeof scans | typeof newVisitors; total: number };

/** Answers what scans by people and what new visitors were among them, by quarter of an hour. */
async function deleteEvents(ctx: Context, subjectId: string, since: number): Promise<(Lost & { at: Date })[]> {
  const { rows } = await sql<Lost & { at: Date }>`
    with gone as (
      delete from engagement_events where organization_id = ${ctx.organizationId}::uuid and subject_id = ${subjectId}::uuid
      returning client_id, kind, label, first_of_day, happened_at
    )
    select client_id as "clientId", counts.metric::int as metric, date_bin('15 minutes', happened_at, timestamptz '2000-01-01 00:00:00+00') as at,
      -count(*)::float8 as total
    from gone cross join lateral (values (${scans}::int), (case when first_of_day then ${newVisitors}::int end)) counts (metric)
    where kind = 'scanned' and label = 'human' and counts.metric is not null and happened_at >= ${new Date(since).toISOString()}::timestamptz
    group by 1, 2, 3`.execute(ctx.db);
  return rows;
}

/** Of days whose events are not kept any more. */
async function findOldDays(ctx: Context, subjectId: string, before: string): Promise<(Lost & { day: string })[]> {
  const { rows } = await sql<Lost & { day: string }>`
    select client_id as "clientId", metric, day::text, -total::float8 as total from stat_days
    where organization_id = ${ctx.organizationId}::uuid and subject_id = ${subjectId}::uuid and metric in (${scans}, ${newVisitors}) and part = 'all'
      and day < ${before}::date`.execute(ctx.db);
  return rows;
}
