import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type Reception = { sent: number; bounced: number; complained: number };

const counts = sql`count(*) filter (where sends.sent_at is not null or sends.bounced_at is not null)::int as sent,
  count(sends.bounced_at)::int as bounced, count(sends.complained_at)::int as complained`;

/** How the readers of one campaign took it so far. */
export async function recordOfCampaign(ctx: Context, { campaignId, month }: { campaignId: string; month: string }) {
  const { rows } = await sql<Reception>`
    select ${counts} from campaign_sends as sends where sends.organization_id = ${ctx.organizationId}::uuid
      and sends.campaign_id = ${campaignId}::uuid and sends.campaign_month = ${month}::date`.execute(ctx.db);
  return rows[0]!;
}

/** How the readers of an organization took what it sent in the last seven days. */
export async function recordOfWeek(ctx: Context): Promise<Reception> {
  const { rows } = await sql<Reception>`
    select ${counts} from campaigns join campaign_sends as sends on sends.organization_id = campaigns.organization_id
      and sends.campaign_id = campaigns.id and sends.campaign_month = campaigns.campaign_month
    where campaigns.organization_id = ${ctx.organizationId}::uuid and campaigns.sent_at > now() - interval '7 days'`.execute(
    ctx.db,
  );
  return rows[0]!;
}
