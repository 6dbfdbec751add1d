import { sql } from 'kysely';
import { emailHash } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';

/** Campaigns whose ledger may have rows without a hash, written by the version before. At most 500; the rest an hour later. */
export async function unhashedCampaigns(sweep: Db): Promise<{ organizationId: string; campaignId: string }[]> {
  const { rows } = await sql<{ organizationId: string; campaignId: string }>`
    select organization_id as "organizationId", id as "campaignId" from campaigns
    where audience is not null and not has_address_hashes limit 500`.execute(sweep);
  return rows;
}

/** Fills in the hashes of the next rows whose contact is still there; answers the last of them, null at the end. */
export async function hashRows(ctx: Context, campaignId: string, after: string, limit: number): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with visited as materialized (
      select contact_id, campaign_month from campaign_sends
      where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid and contact_id > ${after}::uuid
        and campaign_month = (select campaign_month from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid)
      order by contact_id limit ${limit}
    ), hashed as (
      update campaign_sends sends set address_hash = ${emailHash(ctx, sql`contacts.email_folded`)}
      from contacts
      where sends.organization_id = ${ctx.organizationId}::uuid and sends.campaign_id = ${campaignId}::uuid
        and sends.contact_id = any(array(select contact_id from visited)) and sends.address_hash is null
        and contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = sends.contact_id
    )
    select max(contact_id::text) as last from visited`.execute(ctx.db);
  return rows[0]?.last ?? null;
}

export const markHashed = (ctx: Context, campaignId: string) =>
  ctx.db
    .updateTable('campaigns')
    .set({ has_address_hashes: true })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .execute();
