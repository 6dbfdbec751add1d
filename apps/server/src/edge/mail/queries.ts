import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** A row of `campaign_links`, frozen when the campaign started. */
export type LinkRow = {
  organizationId: string;
  campaignId: string;
  linkNo: number;
  clientId: string | null;
  url: string;
  /** Milliseconds since 1970. */
  createdAt: number;
};
const links = ({ edge }: Database) =>
  edge
    .selectFrom('campaign_links')
    .select([
      'organization_id as organizationId',
      'campaign_id as campaignId',
      'link_no as linkNo',
      'client_id as clientId',
      'url',
      sql<number>`(extract(epoch from created_at) * 1000)::float8`.as('createdAt'),
    ]);

/** Each looked up by its key: joined, a planner without statistics reads the links of everybody. */
export async function findLinks(
  { edge }: Database,
  keys: readonly Pick<LinkRow, 'organizationId' | 'campaignId' | 'linkNo'>[],
): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select link.* from unnest(${keys.map(({ organizationId }) => organizationId)}::uuid[],
      ${keys.map(({ campaignId }) => campaignId)}::uuid[], ${keys.map(({ linkNo }) => linkNo)}::int[]) asked (organization_id, campaign_id, link_no)
    cross join lateral (
      select organization_id as "organizationId", campaign_id as "campaignId", link_no as "linkNo", client_id as "clientId", url,
        (extract(epoch from created_at) * 1000)::float8 as "createdAt"
      from campaign_links where organization_id = asked.organization_id and campaign_id = asked.campaign_id and link_no = asked.link_no
      limit 1
    ) link`.execute(edge);
  return rows;
}

/** Organizations nobody is sent on behalf of any more; their rows are there for some minutes more. */
export const organizationsBeingDeleted = async ({ edge }: Database): Promise<string[]> =>
  (await edge.selectFrom('organizations').select('id').where('deleting_since', 'is not', null).execute()).map(
    ({ id }) => id,
  );

/** A place in the order of the rows. The time is a text, because a Date would lose the microseconds. */
export type After = { time: string; campaignId: string; linkNo: number };

export async function linksAfter(
  database: Database,
  { time, campaignId, linkNo }: After,
  limit: number,
): Promise<(LinkRow & { time: string })[]> {
  return links(database)
    .select(sql<string>`created_at::text`.as('time'))
    .where('created_at', '>=', sql<Date>`${time}::timestamptz`)
    .where(
      sql<boolean>`(created_at, campaign_id, link_no) > (${time}::timestamptz, ${campaignId}::uuid, ${linkNo}::smallint)`,
    )
    .orderBy('created_at')
    .orderBy('campaign_id')
    .orderBy('link_no')
    .limit(limit)
    .execute();
}
