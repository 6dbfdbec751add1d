import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

type Counted = { status: string; campaigns: number; sent: number; opened: number };

/** By status. Emails of automations count, the campaigns that send them do not. `sent` is from kept counts; of campaigns older than those, from what was kept when they ended. */
export async function sumByStatus(ctx: Context): Promise<Counted[]> {
  const clientId = activeClient(ctx);
  const { rows } = await sql<Counted>`
    with accepted as (
      select campaign_id, sum(people) as people from (
        select campaign_id, people from campaign_progress
          where organization_id = ${ctx.organizationId}::uuid and state = 'accepted'
        union all select campaign_id, people from campaign_progress_deltas
          where organization_id = ${ctx.organizationId}::uuid and state = 'accepted'
      ) as counted group by campaign_id
    )
    select status, count(*) filter (where automation_id is null)::int as campaigns,
      coalesce(sum(case when counts_kept then accepted.people else (stats -> 'progress' ->> 'accepted')::bigint end), 0)::float8 as sent,
      coalesce(sum((stats ->> 'opened')::bigint), 0)::float8 as opened
    from campaigns left join accepted on accepted.campaign_id = campaigns.id
    where organization_id = ${ctx.organizationId}::uuid and deleted_at is null and contact_id is null
      and (${clientId}::uuid is null or client_id = ${clientId}::uuid)
    group by status`.execute(ctx.db);
  return rows;
}
