import type { Bucket } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

export type CampaignSums = {
  campaigns: number;
  sent: number;
  /** As reported; of a campaign whose mail servers report no deliveries, accepted and not come back. */
  delivered: number;
  isDeliveredEstimated: boolean;
  opened: number;
  clicked: number;
  bounced: number;
};

/**
 * Of the campaigns whose sending began in each span, in the order of the spans, which may overlap. Everything they ever led to counts,
 * also after the span. Emails to one contact and deleted campaigns are left out.
 */
export async function sumCampaigns(ctx: Context, spans: readonly Bucket[]): Promise<CampaignSums[]> {
  const clientId = activeClient(ctx);
  const { rows } = await sql<CampaignSums>`
    select summed.* from unnest(${spans.map(({ from }) => instant(from))}::timestamptz[], ${spans.map(({ to }) => instant(to))}::timestamptz[])
      with ordinality span (starts, ends, place)
    cross join lateral (
      select count(*)::int as campaigns, coalesce(sum(sent), 0)::float8 as sent,
        -- The rule of the report of one campaign.
        coalesce(sum(case when delivered > 0 then delivered else greatest(0, sent - bounced) end), 0)::float8 as delivered,
        coalesce(bool_or(delivered = 0 and sent > 0), false) as "isDeliveredEstimated",
        coalesce(sum(opened), 0)::float8 as opened, coalesce(sum(clicked), 0)::float8 as clicked, coalesce(sum(bounced), 0)::float8 as bounced
      from (
        select coalesce(case when counts_kept then accepted.people else (stats -> 'progress' ->> 'accepted')::bigint end, 0) as sent,
          coalesce((stats ->> 'delivered')::bigint, 0) as delivered, coalesce((stats ->> 'opened')::bigint, 0) as opened,
          coalesce((stats ->> 'clicked')::bigint, 0) as clicked, coalesce((stats ->> 'bounced')::bigint, 0) as bounced
        from campaigns cross join lateral (${accepted(ctx)}) accepted
        where organization_id = ${ctx.organizationId}::uuid and deleted_at is null and contact_id is null
          and (${clientId}::uuid is null or client_id = ${clientId}::uuid)
          and sent_at >= span.starts and sent_at < span.ends
      ) as counted
    ) as summed
    order by span.place`.execute(ctx.db);
  return rows;
}

/** What was folded and what was not yet, in one statement, so that a fold in between is seen as a whole or not at all. */
const accepted = (ctx: Context) => sql`
  select sum(people) as people from (
    select people from campaign_progress where organization_id = ${ctx.organizationId}::uuid and campaign_id = campaigns.id and state = 'accepted'
    union all select people from campaign_progress_deltas
      where organization_id = ${ctx.organizationId}::uuid and campaign_id = campaigns.id and state = 'accepted'
  ) as kept`;

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
