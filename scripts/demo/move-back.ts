import { sql } from 'kysely';
import { backgroundContext } from '../../apps/server/src/platform/background-context.ts';
import { recountCampaign } from '../../apps/server/src/features/campaigns/recount/recount.ts';
import { inTransaction } from '../../apps/server/src/platform/context.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';

/** Seconds until the last reader has done something. */
const readingSeconds = 60 * 3_600;

/**
 * The one step that writes history by hand: a campaign that was sent and read a moment ago is dated to `sentAt`, and its
 * readers are spread over the days after it. Times change and nothing else; the figures are then counted anew by the same
 * code as `waggle recount-campaign`.
 */
export async function moveBack(
  database: Database,
  { organizationId, campaignId, sentAt }: { organizationId: string; campaignId: string; sentAt: Date },
): Promise<void> {
  const ctx = backgroundContext(database, organizationId, 'demo');
  await inTransaction(ctx, async ({ db }) => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from sent_at - ${sentAt.toISOString()}::timestamptz)::float8 as seconds from campaigns
      where organization_id = ${organizationId} and id = ${campaignId}`.execute(db);
    const back = sql`make_interval(secs => ${rows[0]?.seconds ?? 0})`;
    const month = sql`date_trunc('month', ${sentAt.toISOString()}::timestamptz at time zone 'UTC')::date`;
    const ofCampaign = sql`organization_id = ${organizationId} and campaign_id = ${campaignId}`;
    // Most read soon. The same email has the same delay, so that what was done to it stays in order.
    const delay = (id: string) => sql`make_interval(secs => case when ${sql.ref(id)} is null then 0
      else ${readingSeconds}::float8 * ((hashtextextended(${sql.ref(id)}::text, 0) & 1023) / 1023.0) ^ 3 end)`;

    await sql`update campaigns set sent_at = sent_at - ${back}, completed_at = completed_at - ${back},
        created_at = created_at - ${back} - interval '1 day', updated_at = updated_at - ${back}, campaign_month = ${month}
      where organization_id = ${organizationId} and id = ${campaignId}`.execute(db);
    await sql`update campaign_sends set sent_at = sent_at - ${back}, campaign_month = ${month} where ${ofCampaign}`.execute(
      db,
    );
    await sql`
      with moved as (
        delete from contact_activity where organization_id = ${organizationId} and ref_id = ${campaignId} returning *
      )
      insert into contact_activity (organization_id, contact_id, happened_at, id, client_id, type, ref_id, data)
      select moved.organization_id, moved.contact_id, moved.happened_at - ${back}
          + case when moved.type in ('email.sent', 'email.bounced') then interval '0' else ${delay('sends.id')} end,
        moved.id, moved.client_id, moved.type, moved.ref_id, moved.data
      from moved left join campaign_sends sends on sends.organization_id = moved.organization_id
        and sends.campaign_id = ${campaignId} and sends.contact_id = moved.contact_id`.execute(db);
    await sql`update suppressions set happened_at = suppressions.happened_at - ${back}
          + case when sends.unsubscribed_at is null then interval '0' else ${delay('sends.id')} end
      from campaign_sends sends where sends.organization_id = ${organizationId} and sends.campaign_id = ${campaignId}
        and (sends.unsubscribed_at is not null or sends.bounced_at is not null)
        and suppressions.organization_id = sends.organization_id and suppressions.address_hash = sends.address_hash
        and suppressions.happened_at >= sends.sent_at + ${back}`.execute(db);
    await sql`update engagement_events set happened_at = happened_at - ${back}
          + case when kind = 'bounced' then interval '0' else ${delay('send_id')} end
      where organization_id = ${organizationId} and subject_id = ${campaignId} and send_id is not null`.execute(db);
  });
  await recountCampaign(ctx, campaignId);
}
