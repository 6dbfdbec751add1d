import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type Reception = { sent: number; bounced: number; complained: number };

const counts = sql`count(*) filter (where sends.sent_at is not null or sends.bounced_at is not null)::int as sent,
  count(sends.bounced_at)::int as bounced, count(sends.complained_at)::int as complained`;

/** How the readers of an organization took each campaign it began in the last seven days. */
export async function receptionOfWeek(ctx: Context): Promise<Map<string, Reception>> {
  const { rows } = await sql<Reception & { campaignId: string }>`
    select campaigns.id as "campaignId", ${counts}
    from campaigns join campaign_sends as sends on sends.organization_id = campaigns.organization_id
      and sends.campaign_id = campaigns.id and sends.campaign_month = campaigns.campaign_month
    where campaigns.organization_id = ${ctx.organizationId}::uuid and campaigns.sent_at > now() - interval '7 days'
    group by campaigns.id`.execute(ctx.db);
  return new Map(rows.map(({ campaignId, ...reception }) => [campaignId, reception]));
}
