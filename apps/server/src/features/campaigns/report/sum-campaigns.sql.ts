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

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
