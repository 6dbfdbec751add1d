import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** Contacts that exist by the quarter of an hour in which they came (40), as rows of `client_id`, `metric`, `at` and `total`. */
export const contactArrivals = (ctx: Context) => sql`
  select client_id, 40::smallint as metric, date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00+00') as at, count(*) as total
  from contacts where organization_id = ${ctx.organizationId}::uuid group by 1, 3`;

/** How many contacts there are now (41) and how many of them can be mailed (42), as rows of `client_id`, `metric` and `total`. */
export const contactsNow = (ctx: Context) => sql`
  select client_id, line.metric::smallint as metric, line.total from (
    select client_id, count(*) as people, count(*) filter (where status in ('active', 'lead')) as mailable
    from contacts where organization_id = ${ctx.organizationId}::uuid group by 1
  ) known cross join lateral (values (41, people), (42, mailable)) line (metric, total)`;
