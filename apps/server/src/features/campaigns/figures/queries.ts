import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

type Counted = { status: string; campaigns: number; sent: number; opened: number };

/** By status. Of what is being sent, `sent` is what was kept so far. */
export async function sumCampaigns(ctx: Context): Promise<Counted[]> {
  const clientId = activeClient(ctx);
  const { rows } = await sql<Counted>`
    select status, count(*)::int as campaigns, coalesce(sum((stats -> 'progress' ->> 'accepted')::bigint), 0)::float8 as sent,
      coalesce(sum((stats ->> 'opened')::bigint), 0)::float8 as opened
    from campaigns
    where organization_id = ${ctx.organizationId}::uuid and deleted_at is null and contact_id is null
      and (${clientId}::uuid is null or client_id = ${clientId}::uuid)
    group by status`.execute(ctx.db);
  return rows;
}
