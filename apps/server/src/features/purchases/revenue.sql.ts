import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

export type Revenue = {
  touched: number;
  purchases: number;
  last: number;
  first: number;
  linear: number;
  position: number;
};

/** Of a code, a form or a campaign, over all time. */
export async function findRevenue(ctx: Context, subjectId: string): Promise<Revenue> {
  const clientId = activeClient(ctx);
  const { rows } = await sql<Revenue>`
    select coalesce(sum(touched_amount), 0)::float8 as touched, coalesce(sum(touched_purchases), 0)::float8 as purchases,
      coalesce(sum(last_amount), 0)::float8 as last, coalesce(sum(first_amount), 0)::float8 as first,
      coalesce(sum(linear_amount), 0)::float8 as linear, coalesce(sum(position_amount), 0)::float8 as position
    from revenue_totals
    where organization_id = ${ctx.organizationId}::uuid and ${clientId === null ? sql`client_id is null` : sql`client_id = ${clientId}::uuid`}
      and subject_id = ${subjectId}::uuid and unit = 'day'`.execute(ctx.db);
  return rows[0]!;
}
