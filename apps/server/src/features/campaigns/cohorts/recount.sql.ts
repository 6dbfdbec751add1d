import { sql } from 'kysely';
import { metric } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';

const { sent, delivered, opened, clicked, bounced, estimated } = metric.sentEmail;

/** How many campaigns are active now (45), as rows of `client_id`, `metric` and `total`. */
export const activeCampaignsNow = (ctx: Context) => sql`
  select client_id, 45::smallint as metric, count(*) as total from campaigns
  where organization_id = ${ctx.organizationId}::uuid and status = 'ACTIVE' and deleted_at is null and contact_id is null
    and automation_id is null group by 1`;

/** What the folded cohorts come to (50 to 55), by the rule of `totalsOf`, as rows of `client_id`, `metric`, `at` and `total`. */
export const cohortTotals = (ctx: Context) => sql`
  select campaigns.client_id, line.metric::smallint as metric, quarter as at, sum(line.total)::bigint as total
  from (
    select campaign_id, quarter, sum(sent) as sent, sum(delivered) as delivered, sum(opened) as opened, sum(clicked) as clicked, sum(bounced) as bounced,
      bool_or(sum(delivered) > 0) over (partition by campaign_id) as is_reported
    from campaign_cohorts where organization_id = ${ctx.organizationId}::uuid and is_folded group by 1, 2
  ) cohort join campaigns on campaigns.organization_id = ${ctx.organizationId}::uuid and campaigns.id = cohort.campaign_id
    cross join lateral (values
      (${sent}::int, sent), (${delivered}::int, case when is_reported then delivered else sent - bounced end), (${opened}::int, opened),
      (${clicked}::int, clicked), (${bounced}::int, bounced), (${estimated}::int, case when is_reported then 0 else sent - bounced end)
    ) line (metric, total)
  where deleted_at is null and contact_id is null group by 1, 2, 3`;

export type WrongCohort = {
  campaignId: string;
  clientId: string | null;
  quarter: Date;
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  bounced: number;
};

/** What cohorts lack of what the ledger says, at one moment. Campaigns whose ledger is not kept any more are left alone. */
export async function compareCohorts(ctx: Context, firstMonth: string): Promise<WrongCohort[]> {
  const { rows } = await sql<WrongCohort>`
    select campaign_id as "campaignId", client_id as "clientId", quarter, sum(sent)::float8 as sent, sum(delivered)::float8 as delivered,
      sum(opened)::float8 as opened, sum(clicked)::float8 as clicked, sum(bounced)::float8 as bounced
    from (
      select campaign_id, client_id, date_bin('15 minutes', sent_at, timestamptz '2000-01-01 00:00:00+00') as quarter, count(*) as sent,
        count(delivered_at) as delivered, count(opened_at) as opened, count(clicked_at) as clicked, count(bounced_at) as bounced
      from campaign_sends
      where organization_id = ${ctx.organizationId}::uuid and campaign_month >= ${firstMonth}::date and state = 'accepted' and sent_at is not null
      group by 1, 2, 3
      union all
      select cohort.campaign_id, cohort.client_id, quarter, -sent, -delivered, -opened, -clicked, -bounced from campaign_cohorts cohort
      join campaigns on campaigns.organization_id = cohort.organization_id and campaigns.id = cohort.campaign_id
      where cohort.organization_id = ${ctx.organizationId}::uuid and campaigns.campaign_month >= ${firstMonth}::date
    ) compared
    group by 1, 2, 3 having sum(sent) <> 0 or sum(delivered) <> 0 or sum(opened) <> 0 or sum(clicked) <> 0 or sum(bounced) <> 0`.execute(
    ctx.db,
  );
  return rows;
}

/** As the triggers add what changes in the ledger: the next fold carries it into the totals. */
export async function addCohorts(ctx: Context, missing: readonly WrongCohort[]): Promise<void> {
  if (missing.length === 0) return;
  const list = (pick: (cohort: WrongCohort) => unknown) => missing.map(pick);
  await sql`
    insert into campaign_cohorts (organization_id, campaign_id, client_id, quarter, sent, delivered, opened, clicked, bounced)
    select ${ctx.organizationId}::uuid, missing.* from unnest(
      ${list(({ campaignId }) => campaignId)}::uuid[], ${list(({ clientId }) => clientId)}::uuid[],
      ${list(({ quarter }) => quarter.toISOString())}::timestamptz[], ${list((cohort) => cohort.sent)}::bigint[],
      ${list((cohort) => cohort.delivered)}::bigint[], ${list((cohort) => cohort.opened)}::bigint[], ${list((cohort) => cohort.clicked)}::bigint[],
      ${list((cohort) => cohort.bounced)}::bigint[]
    ) missing`.execute(ctx.db);
}

export async function hasUnkeptLedgers(ctx: Context, firstMonth: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from campaigns where organization_id = ${ctx.organizationId}::uuid and campaign_month < ${firstMonth}::date) as has`.execute(
    ctx.db,
  );
  return rows[0]?.has ?? false;
}
