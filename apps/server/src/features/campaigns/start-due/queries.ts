import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

export type DueCampaign = { organizationId: string; campaignId: string; isStarted: boolean };

/** At most 1,000 in one look; the next comes a second later. */
export async function dueCampaigns(sweep: Db): Promise<DueCampaign[]> {
  const { rows } = await sql<DueCampaign>`
    select organization_id as "organizationId", id as "campaignId", sent_at is not null as "isStarted" from campaigns
    where status = 'ACTIVE' and audience is null and scheduled_at <= now() and hold_reason is null
    order by scheduled_at limit 1000`.execute(sweep);
  return rows;
}
