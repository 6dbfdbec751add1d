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

export const findLink = (
  database: Database,
  { organizationId, campaignId, linkNo }: Pick<LinkRow, 'organizationId' | 'campaignId' | 'linkNo'>,
): Promise<LinkRow | undefined> =>
  links(database)
    .where('organization_id', '=', organizationId)
    .where('campaign_id', '=', campaignId)
    .where('link_no', '=', linkNo)
    .executeTakeFirst();

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
