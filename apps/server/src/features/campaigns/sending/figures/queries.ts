import { sql } from 'kysely';
import type { Backlog } from '#features/delivery/index.ts';
import type { Db } from '#platform/database/database.ts';
import { indexOnlyPlan } from '#platform/database/scoped-query.ts';
import { isAutomationGoing, isInWindow } from '../queries.ts';

/** One look at the index of due rows for each running campaign; those that are held, paused, of a paused automation or outside of their window wait by intention. */
export async function backlog(sweep: Db, atMost: number): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    with running as materialized (
      select organization_id, id, campaign_month from campaigns
      where status = 'ACTIVE' and type <> 'SEQUENCE' and audience is not null and hold_reason is null and cancelled_at is null and ${isInWindow}
        and ${isAutomationGoing}
    ), due as (
      select 1 from running cross join lateral (
        select from campaign_sends as sends
        where sends.organization_id = running.organization_id and sends.campaign_id = running.id
          and sends.campaign_month = running.campaign_month and sends.state = 'pending' and sends.next_attempt_at <= now()
        order by sends.next_attempt_at limit ${atMost}
      ) each limit ${atMost}
    ), first as (
      select next.next_attempt_at as at from running cross join lateral (
        select next_attempt_at from campaign_sends as sends
        where sends.organization_id = running.organization_id and sends.campaign_id = running.id
          and sends.campaign_month = running.campaign_month and sends.state = 'pending'
        order by sends.next_attempt_at limit 1
      ) next
    )
    select (select count(*) from due)::int as waiting,
      greatest(0, coalesce(extract(epoch from now() - (select min(at) from first)), 0))::float8 as "oldestSeconds"
    ${indexOnlyPlan}`.execute(sweep);
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 };
}

export async function heldCampaigns(sweep: Db): Promise<{ reason: string; campaigns: number }[]> {
  const { rows } = await sql<{ reason: string; campaigns: number }>`
    select hold_reason as reason, count(*)::int as campaigns from campaigns
    where hold_reason is not null and status in ('ACTIVE', 'PAUSED') group by hold_reason`.execute(sweep);
  return rows;
}
