import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** What was paid (60) and purchases of which something is left (61) by the quarter of an hour, as rows of `client_id`, `metric`, `at` and `total`. */
export const purchaseTotals = (ctx: Context) => sql`
  select client_id, line.metric::smallint as metric, at, line.total from (
    select client_id, date_bin('15 minutes', purchased_at, timestamptz '2000-01-01 00:00:00+00') as at, sum(amount)::bigint as paid,
      count(*) filter (where amount > 0) as purchases
    from purchases where organization_id = ${ctx.organizationId}::uuid and amount is not null group by 1, 2
  ) known cross join lateral (values (60, paid), (61, purchases)) line (metric, total)`;
