import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

type Starts = { week: Date; before: Date; month: Date };

/** Sums of quarters of an hour, at most 3,000 of a month, whatever number of people sent it. */
export async function countPeriods(ctx: Context, formId: string, { week, before, month }: Starts) {
  const sums = await ctx.db
    .selectFrom('form_sent')
    .select([
      sql<string>`coalesce(sum(submissions) filter (where at >= ${week}), 0)`.as('week'),
      sql<string>`coalesce(sum(submissions) filter (where at >= ${before} and at < ${week}), 0)`.as('before'),
      sql<string>`coalesce(sum(submissions) filter (where at >= ${month}), 0)`.as('month'),
    ])
    .where('organization_id', '=', ctx.organizationId)
    .where('form_id', '=', formId)
    .where('unit', '=', 'quarter')
    .where('at', '>=', before < month ? before : month)
    .executeTakeFirstOrThrow();
  return { thisWeek: Number(sums.week), weekBefore: Number(sums.before), thisMonth: Number(sums.month) };
}

export async function findFirst(ctx: Context, formId: string): Promise<Date | undefined> {
  const row = await ctx.db
    .selectFrom('form_submissions')
    .select('submitted_at')
    .where('organization_id', '=', ctx.organizationId)
    .where('form_id', '=', formId)
    .orderBy('submitted_at')
    .limit(1)
    .executeTakeFirst();
  return row?.submitted_at;
}

export async function countWaiting(ctx: Context, formId: string, most: number): Promise<number> {
  const waiting = ctx.db
    .selectFrom('form_submissions')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where('form_id', '=', formId)
    .where('outcome', '=', 'over-limit')
    .limit(most);
  const { count } = await ctx.db
    .selectFrom(waiting.as('waiting'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Submissions of the last eight weeks and the share of visits that ended in one, of the forms of a page. */
export async function findTrends(ctx: Context, formIds: readonly string[], today: Date) {
  const { rows } = await sql<{ form_id: string; week: number; submissions: string }>`
    select form_id, floor(extract(epoch from (${today}::timestamptz - at)) / 604800)::int as week, sum(submissions) as submissions
    from form_sent
    where organization_id = ${ctx.organizationId}::uuid and form_id = any(${formIds}::uuid[]) and unit = 'day'
      and at > ${today}::timestamptz - interval '56 days' and at <= ${today}::timestamptz
    group by 1, 2`.execute(ctx.db);
  return rows;
}

export async function findVisits(ctx: Context, formIds: readonly string[]) {
  const { rows } = await sql<{ form_id: string; views: string; submissions: string }>`
    select forms.id as form_id, versions.submissions,
      (select coalesce(sum(days.views), 0) from form_days days
       where days.organization_id = forms.organization_id and days.form_id = forms.id and days.version = forms.published_version) as views
    from forms join form_versions versions on versions.organization_id = forms.organization_id
      and versions.form_id = forms.id and versions.version = forms.published_version
    where forms.organization_id = ${ctx.organizationId}::uuid and forms.id = any(${formIds}::uuid[])`.execute(ctx.db);
  return rows;
}
