import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import type { TotalMetric } from './metrics.ts';

/**
 * Milliseconds since 1970 of the first quarter of an hour in which there is any, for the client that is shown or for all. A contact that
 * was moved to another client leaves quarters of nothing behind.
 */
export async function findFirstTotal(ctx: Context, metric: TotalMetric): Promise<number | null> {
  const clientId = activeClient(ctx);
  const { rows } = await sql<{ at: Date }>`
    select at from metric_totals
    where organization_id = ${ctx.organizationId}::uuid and ${clientId === null ? sql`client_id is null` : sql`client_id = ${clientId}::uuid`}
      and metric = ${metric} and unit = 'quarter' and total <> 0
    -- The client stands in the order so that the index is walked: a null is one value there, and none to a planner.
    order by client_id, at limit 1`.execute(ctx.db);
  return rows[0]?.at.getTime() ?? null;
}
