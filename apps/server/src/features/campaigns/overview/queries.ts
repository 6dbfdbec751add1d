import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { progressOf } from '../progress/queries.ts';
import { chosenMoment, type Scheduled } from '../schedule.ts';

export type CampaignInFlight = {
  id: string;
  name: string;
  clientId: string | null;
  state: 'sending' | 'held' | 'paused' | 'scheduled';
  scheduledAt: Date | null;
  /** Null until the freeze has counted who gets it. */
  audience: number | null;
  /** Not offered to a mail server yet, or without its answer. */
  waiting: number;
  accepted: number;
  /** As reported, or accepted and not come back: the rule of the report of one campaign. */
  delivered: number;
  opened: number;
};

/** Under way, held, paused or planned. One that is being cancelled is none of these, nor is a sequence, which goes on for weeks. */
export async function findCampaignsInFlight(ctx: Context, limit: number): Promise<CampaignInFlight[]> {
  const { rows } = await sql<Omit<CampaignInFlight, 'scheduledAt'> & Scheduled>`
    select id, name, client_id as "clientId", state, scheduled_at, scheduled_local, scheduled_zone, each_zone, audience::float8 as audience,
      progress.waiting, progress.accepted, coalesce((stats ->> 'opened')::float8, 0) as opened,
      coalesce(nullif((stats ->> 'delivered')::float8, 0),
        greatest(0, progress.accepted - coalesce((stats ->> 'bounced')::float8, 0))) as delivered
    from (
      select campaigns.*, seen.state, row_number() over (
        order by array_position(array['sending', 'held', 'paused', 'scheduled'], seen.state), coalesce(sent_at, scheduled_at), id) as place
      from campaigns cross join lateral (
        select case when hold_reason is not null then 'held' when status = 'PAUSED' then 'paused' when sent_at is null then 'scheduled'
          else 'sending' end as state
      ) seen
      where ${inSight(ctx)} and status in ('ACTIVE', 'PAUSED') and cancelled_at is null
        and (type <> 'SEQUENCE' or sent_at is null or status = 'PAUSED')
      order by place limit ${limit}
    ) campaigns cross join lateral (
      select coalesce(sum(people) filter (where state in ('pending', 'claimed', 'offering')), 0)::float8 as waiting,
        coalesce(sum(people) filter (where state = 'accepted'), 0)::float8 as accepted
      from (${progressOf(ctx)}) kept
    ) progress
    order by place`.execute(ctx.db);
  return rows.map(({ scheduled_at, scheduled_local, scheduled_zone, each_zone, ...row }) => ({
    ...row,
    scheduledAt: chosenMoment({ scheduled_at, scheduled_local, scheduled_zone, each_zone }),
  }));
}

export type RecentCampaign = {
  id: string;
  name: string;
  clientId: string | null;
  isComplete: boolean;
  /** Accepted; of one that is under way, and of a sequence, its audience. */
  people: number;
  at: Date;
};

/** Those whose sending began since then, the latest to end or to begin first. */
export async function findRecentCampaigns(ctx: Context, since: Date, limit: number): Promise<RecentCampaign[]> {
  const { rows } = await sql<RecentCampaign>`
    select id, name, client_id as "clientId", status = 'COMPLETED' as "isComplete", coalesce(completed_at, sent_at) as at,
      case when status <> 'COMPLETED' or type = 'SEQUENCE' then coalesce(audience, 0)::float8
        when counts_kept then (select coalesce(sum(people), 0)::float8 from (${progressOf(ctx)}) kept where state = 'accepted')
        else coalesce((stats -> 'progress' ->> 'accepted')::float8, 0) end as people
    from (
      select * from campaigns
      where ${inSight(ctx)} and sent_at >= ${since.toISOString()}::timestamptz
      order by coalesce(completed_at, sent_at) desc, id limit ${limit}
    ) campaigns
    order by at desc, id`.execute(ctx.db);
  return rows;
}

/** Emails to one contact are read where the contact is, those of automations where the automation is. */
const inSight = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return sql`organization_id = ${ctx.organizationId}::uuid and deleted_at is null and contact_id is null and automation_id is null
    and (${clientId}::uuid is null or client_id = ${clientId}::uuid)`;
};
