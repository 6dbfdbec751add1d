import type { Bucket } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { sentFigures } from './sent-figures.sql.ts';

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
  const { rows } = await sql<CampaignSums>`
    select summed.* from unnest(${spans.map(({ from }) => instant(from))}::timestamptz[], ${spans.map(({ to }) => instant(to))}::timestamptz[])
      with ordinality span (starts, ends, place)
    cross join lateral (
      select count(*)::int as campaigns, coalesce(sum(sent), 0)::float8 as sent, coalesce(sum(delivered), 0)::float8 as delivered,
        coalesce(bool_or(is_estimated), false) as "isDeliveredEstimated", coalesce(sum(opened), 0)::float8 as opened,
        coalesce(sum(clicked), 0)::float8 as clicked, coalesce(sum(bounced), 0)::float8 as bounced
      from (${sentFigures(ctx)}) as campaign where sent_at >= span.starts and sent_at < span.ends
    ) as summed
    order by span.place`.execute(ctx.db);
  return rows;
}

export type ClientSums = Omit<CampaignSums, 'isDeliveredEstimated'> & { clientId: string };

/** Of the campaigns of each client whose sending began in the span. */
export async function sumCampaignsByClient(ctx: Context, { from, to }: Bucket): Promise<ClientSums[]> {
  const { rows } = await sql<ClientSums>`
    select client_id as "clientId", count(*)::int as campaigns, sum(sent)::float8 as sent, sum(delivered)::float8 as delivered,
      sum(opened)::float8 as opened, sum(clicked)::float8 as clicked, sum(bounced)::float8 as bounced
    from (${sentFigures(ctx)}) as campaign
    where client_id is not null and sent_at >= ${instant(from)}::timestamptz and sent_at < ${instant(to)}::timestamptz
    group by 1`.execute(ctx.db);
  return rows;
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
