import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

export type FormDay = { formId: string; name: string; clientId: string | null; on: string; people: number; at: Date };

/**
 * How many people sent each form on each day of the calendar, the latest first; `at` is when the last of them did. The newest lines are of the forms
 * sent last, so only as many forms are read. A day of UTC holds hours of two days of the calendar, so twice as many of those tell how far back the
 * quarters must be read: some thousand rows, however many people sent forms. `since` begins a day.
 */
export async function findFormDays(
  ctx: Context,
  { since, timezone, limit }: { since: Date; timezone: string; limit: number },
): Promise<FormDay[]> {
  const clientId = activeClient(ctx);
  const { rows } = await sql<FormDay>`
    with latest as materialized (
      select forms.id, forms.name, forms.client_id from forms cross join lateral (
        select at from form_sent sent
        where sent.organization_id = ${ctx.organizationId}::uuid and sent.form_id = forms.id and unit = 'quarter' and sent.submissions > 0
          and at >= ${since.toISOString()}::timestamptz
        order by at desc limit 1
      ) last
      where forms.organization_id = ${ctx.organizationId}::uuid
        and (${clientId}::uuid is null or forms.client_id = ${clientId}::uuid)
      order by last.at desc fetch first ${limit} rows with ties
    ), reach as (
      select min(at) - interval '2 days' as at from (
        select at from latest join form_sent sent on sent.organization_id = ${ctx.organizationId}::uuid and sent.form_id = latest.id
        where unit = 'day' and sent.submissions > 0 and at >= ${since.toISOString()}::timestamptz - interval '1 day'
        order by at desc limit ${2 * limit}
      ) days
    )
    select day.*, sent.at from (
      select latest.id as "formId", latest.name, latest.client_id as "clientId", to_char(sent.at at time zone ${timezone}, 'YYYY-MM-DD') as on,
        sum(sent.submissions)::float8 as people, max(sent.at) as quarter
      from latest join form_sent sent on sent.organization_id = ${ctx.organizationId}::uuid and sent.form_id = latest.id
      where unit = 'quarter' and sent.submissions > 0
        and sent.at >= greatest(${since.toISOString()}::timestamptz, (select at from reach))
      group by 1, 2, 3, 4
    ) day cross join lateral (
      select coalesce(max(submitted_at), day.quarter) as at from form_submissions
      where organization_id = ${ctx.organizationId}::uuid and form_id = day."formId"
        and submitted_at >= day.quarter and submitted_at < day.quarter + interval '15 minutes'
    ) sent
    order by sent.at desc, day."formId" limit ${limit}`.execute(ctx.db);
  return rows;
}
