import { metric } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type LinkFigures = { no: number; url: string; uniqueClicks: number; clicks: number; machineClicks: number };

/** From roll-ups of some days for each link, however many people got the mail. Nobody sees a trap, so nobody asks for it. */
export async function findLinkFigures(ctx: Context, campaignId: string): Promise<LinkFigures[]> {
  const sum = (...metrics: number[]) =>
    sql`coalesce(sum(total) filter (where metric = any(${metrics}::smallint[])), 0)::float8`;
  const { clicks, uniqueClicks, machineClicks, unsureClicks } = metric.email;
  const { rows } = await sql<LinkFigures>`
    select link_no as no, url, ${sum(uniqueClicks)} as "uniqueClicks", ${sum(clicks)} as clicks,
      ${sum(machineClicks, unsureClicks)} as "machineClicks"
    from campaign_links link left join stat_days day
      on day.organization_id = link.organization_id and day.subject_id = link.campaign_id
      and day.metric = any(${[clicks, uniqueClicks, machineClicks, unsureClicks]}::smallint[])
      and day.part = 'link' and day.value = link.link_no::text
    where link.organization_id = ${ctx.organizationId} and link.campaign_id = ${campaignId} and not link.is_trap
    group by link_no, url order by link_no`.execute(ctx.db);
  return rows;
}
