import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** What became of the emails of a campaign that a mail server took in one quarter of an hour. */
export type Cohort = {
  quarter: Date;
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  bounced: number;
};

/** What was added becomes part of the row of its quarter, and is answered. By whoever holds the lock of the campaign's figures. */
export async function foldRows(ctx: Context, campaignId: string): Promise<Cohort[]> {
  const { rows } = await sql<Cohort>`
    with taken as materialized (
      delete from campaign_cohorts where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid and not is_folded
      returning client_id, quarter, sent, delivered, opened, clicked, bounced
    ), folded as (
      insert into campaign_cohorts as known (organization_id, campaign_id, client_id, quarter, is_folded, sent, delivered, opened, clicked, bounced)
      select ${ctx.organizationId}::uuid, ${campaignId}::uuid, client_id, quarter, true, sum(sent), sum(delivered), sum(opened), sum(clicked),
        sum(bounced)
      from taken
      -- Rows of a ledger whose campaign is gone are nobody's figures.
      where exists (select from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid)
      group by client_id, quarter
      on conflict (organization_id, campaign_id, quarter, client_id) where is_folded do update set sent = known.sent + excluded.sent,
        delivered = known.delivered + excluded.delivered, opened = known.opened + excluded.opened, clicked = known.clicked + excluded.clicked,
        bounced = known.bounced + excluded.bounced
    )
    select quarter, sum(sent)::float8 as sent, sum(delivered)::float8 as delivered, sum(opened)::float8 as opened, sum(clicked)::float8 as clicked,
      sum(bounced)::float8 as bounced
    from taken group by quarter`.execute(ctx.db);
  return rows;
}

/** None of an email to one contact and of a deleted campaign: no figure counts those. */
export async function findCohorts(
  ctx: Context,
  campaignId: string,
): Promise<{ clientId: string | null; cohorts: Cohort[] }> {
  const { rows } = await sql<Cohort & { clientId: string | null }>`
    select campaigns.client_id as "clientId", quarter, sum(sent)::float8 as sent, sum(delivered)::float8 as delivered, sum(opened)::float8 as opened,
      sum(clicked)::float8 as clicked, sum(bounced)::float8 as bounced
    from campaigns join campaign_cohorts cohort on cohort.organization_id = campaigns.organization_id and cohort.campaign_id = campaigns.id
    where campaigns.organization_id = ${ctx.organizationId}::uuid and campaigns.id = ${campaignId}::uuid and is_folded
      and deleted_at is null and contact_id is null
    group by 1, 2`.execute(ctx.db);
  return { clientId: rows[0]?.clientId ?? null, cohorts: rows.map(({ clientId: _clientId, ...cohort }) => cohort) };
}

/** Waits for whoever folds the figures of the campaign. */
export const waitForFigures = async (ctx: Context, campaignId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`campaign-progress:${campaignId}`}, 0))`.execute(ctx.db);
};
