import type { holds } from '@waggle/contracts/campaigns';
import { type RawBuilder, sql } from 'kysely';
import type { Reception, Reputation } from '#features/delivery/index.ts';
import type { Context } from '#platform/context.ts';

export type Hold = (typeof holds)[number];

const countsAfter = (since: RawBuilder<Date>) => sql`
  count(*) filter (where sends.sent_at > ${since} or sends.bounced_at > ${since})::int as sent,
  count(*) filter (where sends.bounced_at > ${since})::int as bounced,
  count(*) filter (where sends.complained_at > ${since})::int as complained`;

/**
 * Campaigns of the last seven days, and those still being sent; one that was just begun has nobody in its ledger yet. One of an automation begins once and
 * sends for months.
 */
const ofWeek = (ctx: Context) => sql`
  from campaigns left join campaign_sends as sends on sends.organization_id = campaigns.organization_id
    and sends.campaign_id = campaigns.id and sends.campaign_month = campaigns.campaign_month
  where campaigns.organization_id = ${ctx.organizationId}::uuid and campaigns.sent_at is not null
    and (campaigns.sent_at > now() - interval '7 days' or campaigns.status = 'ACTIVE'
      or campaigns.automation_id is not null and campaigns.completed_at > now() - interval '7 days')`;

/** Frozen content is read only for campaigns of the version before: it can be two megabytes. */
const senderDomain = sql<string>`coalesce(campaigns.sender_domain, (
  select split_part(frozen->'from'->>'email', '@', 2) from campaign_contents
  where campaign_contents.organization_id = campaigns.organization_id and campaign_contents.campaign_id = campaigns.id limit 1), '')`;

/** How the readers of an organization took each campaign of the week. */
export async function receptionOfWeek(ctx: Context): Promise<Map<string, Reception & Reputation>> {
  const { rows } = await sql<Reception & Reputation & { campaignId: string }>`
    select campaigns.id as "campaignId", campaigns.client_id as "clientId", ${senderDomain} as domain,
      ${countsAfter(sql`'-infinity'::timestamptz`)}
    ${ofWeek(ctx)} group by campaigns.organization_id, campaigns.id`.execute(ctx.db);
  return new Map(rows.map(({ campaignId, ...reception }) => [campaignId, reception]));
}

/** The same for one client and domain, of what happened after a moment. */
export async function receptionSince(ctx: Context, { clientId, domain }: Reputation, since: Date): Promise<Reception> {
  const { rows } = await sql<Reception>`
    select ${countsAfter(sql`${since}::timestamptz`)}
    ${ofWeek(ctx)} and campaigns.client_id is not distinct from ${clientId}::uuid and ${senderDomain} = ${domain}`.execute(
    ctx.db,
  );
  return rows[0] ?? { sent: 0, bounced: 0, complained: 0 };
}

type Acknowledged = { hold: Hold; at: Date };

/** When a person last let each of the campaigns go on, by what held it. */
export async function acknowledged(
  ctx: Context,
  campaignIds: readonly string[],
): Promise<Map<string, Partial<Record<Hold, Date>>>> {
  const { rows } = await sql<Acknowledged & { campaignId: string }>`
    select campaign_id as "campaignId", hold, max(acknowledged_at) as at from campaign_acknowledgements
    where organization_id = ${ctx.organizationId}::uuid and campaign_id = any(${campaignIds}::uuid[])
    group by campaign_id, hold`.execute(ctx.db);
  const byCampaign = Map.groupBy(rows, ({ campaignId }) => campaignId);
  return new Map([...byCampaign].map(([id, list]) => [id, Object.fromEntries(list.map(({ hold, at }) => [hold, at]))]));
}

export const insertAcknowledgement = (
  ctx: Context,
  row: { campaignId: string; clientId: string | null; hold: Hold; reason: string; by: string | null },
) =>
  ctx.db
    .insertInto('campaign_acknowledgements')
    .values({
      organization_id: ctx.organizationId,
      campaign_id: row.campaignId,
      client_id: row.clientId,
      hold: row.hold,
      reason: row.reason,
      acknowledged_by: row.by,
    })
    .execute();

export const findAcknowledgements = (ctx: Context, campaignId: string) =>
  ctx.db
    .selectFrom('campaign_acknowledgements')
    .select(['hold', 'reason', 'acknowledged_by', 'acknowledged_at'])
    .where('organization_id', '=', ctx.organizationId)
    .where('campaign_id', '=', campaignId)
    .orderBy('acknowledged_at')
    .limit(100)
    .execute();
