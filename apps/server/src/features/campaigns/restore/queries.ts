import { sql } from 'kysely';
import { emailHash } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';
import { notingSent } from '../sending/queries.ts';
import type { SendStep } from '#platform/installation/entries.ts';

export type Journalled = { contactId: string; sendId: string | null; step: SendStep };
type Place = { campaignId: string; month: string };

export type RestoredCampaign = {
  id: string;
  month: string | null;
  isFrozen: boolean;
  isStep: boolean;
  status: string;
  /** Of a step, and nobody knows what its emails said. */
  isWordless: boolean;
};

export async function findRestored(ctx: Context, campaignId: string): Promise<RestoredCampaign | undefined> {
  const { rows } = await sql<RestoredCampaign>`
    select id, to_char(campaign_month, 'YYYY-MM-DD') as month, audience is not null as "isFrozen",
      automation_id is not null as "isStep", status, automation_id is not null and not exists (select from campaign_contents contents
        where contents.organization_id = campaigns.organization_id and contents.campaign_id = campaigns.id) as "isWordless"
    from campaigns
    where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid`.execute(ctx.db);
  return rows[0];
}

/** Its mails left in a month, and whoever is still to get one stands beside them. */
export const keepMonth = (ctx: Context, { campaignId, month }: Place) =>
  sql`update campaigns set campaign_month = ${month}::date
    where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid and campaign_month is null`.execute(
    ctx.db,
  );

const given = (sends: readonly Journalled[]) => sql`unnest(
  ${sends.map(({ contactId }) => contactId)}::uuid[], ${sends.map(({ sendId }) => sendId)}::uuid[],
  ${sends.map(({ step }) => step)}::text[]) as given (contact_id, send_id, step)`;

/** For a campaign without an audience yet: whoever has the mail is in it before the others are. */
export const insertJournalled = (ctx: Context, { campaignId, month }: Place, sends: readonly Journalled[]) =>
  sql`
    insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, id, client_id, receiver, attempts, address_hash)
    select contacts.organization_id, ${month}::date, ${campaignId}::uuid, contacts.id, given.send_id, contacts.client_id,
      split_part(contacts.email_folded, '@', 2), 1, ${emailHash(ctx, sql`contacts.email_folded`)}
    from ${given(sends)} join contacts on contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = given.contact_id
    where given.send_id is not null on conflict do nothing`.execute(ctx.db);

/**
 * What the journal saw of each. An answer that was heard is the truth; an offer without one is in doubt, unless the database
 * knows better. The mail keeps the id it left with, so that its links find it.
 */
export async function markJournalled(ctx: Context, { campaignId, month }: Place, sends: readonly Journalled[]) {
  const { rows } = await sql`
    with settled as (update campaign_sends as sends set
      state = case given.step when 'a' then 'accepted' when 'f' then 'failed' when 'p' then 'pending' else 'uncertain' end,
      reason = case given.step when 'p' then null else 'restored' end, id = coalesce(given.send_id, sends.id),
      sent_at = case given.step when 'a' then coalesce(sends.sent_at, now()) else sends.sent_at end,
      lease_no = sends.lease_no + 1, lease_until = null, retryable = false
    from ${given(sends)}
    where sends.organization_id = ${ctx.organizationId}::uuid and sends.campaign_id = ${campaignId}::uuid
      and sends.campaign_month = ${month}::date and sends.contact_id = given.contact_id
      and sends.contact_id = any(${sends.map(({ contactId }) => contactId)}::uuid[])
      and case given.step when 'a' then sends.state <> 'accepted'
        when 'o' then sends.state in ('pending', 'claimed', 'offering', 'failed')
        when 'f' then sends.state in ('pending', 'claimed', 'offering') or sends.state = 'uncertain' and sends.reason = 'restored'
        else sends.state = 'uncertain' and sends.reason = 'restored' end
    returning sends.contact_id, sends.id, sends.state, sends.sent_at), noted as (${notingSent(ctx, { campaignId, month })})
    select contact_id from settled`.execute(ctx.db);
  return rows.length;
}

export type OpenCampaign = {
  organizationId: string;
  campaignId: string;
  month: string | null;
  status: 'ACTIVE' | 'PAUSED';
  isFrozen: boolean;
  isDue: boolean;
  /** Somebody has pressed Send, or its time had come, before the backup. */
  isStarted: boolean;
  isSequence: boolean;
};

/** Everything that would be sent by itself, now or at its time, or once somebody resumes it. */
export async function openCampaigns(sweep: Db): Promise<OpenCampaign[]> {
  const { rows } = await sql<OpenCampaign>`
    select organization_id as "organizationId", id as "campaignId", to_char(campaign_month, 'YYYY-MM-DD') as month, status,
      audience is not null as "isFrozen", coalesce(sent_at is not null or scheduled_at <= now(), false) as "isDue",
      sent_at is not null as "isStarted", type = 'SEQUENCE' as "isSequence"
    from campaigns where status in ('ACTIVE', 'PAUSED') and cancelled_at is null order by organization_id, id`.execute(
    sweep,
  );
  return rows;
}

export type Waiting = { name: string; waiting: number; recognised: number };

export async function countWaiting(ctx: Context, campaignId: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select name, counted.* from campaigns cross join lateral (
      select count(*) filter (where state in ('pending', 'claimed', 'offering'))::int as waiting,
        count(*) filter (where reason = 'restored' and state in ('accepted', 'uncertain'))::int as recognised
      from campaign_sends sends where sends.organization_id = campaigns.organization_id
        and sends.campaign_id = campaigns.id and sends.campaign_month = campaigns.campaign_month
    ) counted where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid`.execute(ctx.db);
  return rows[0];
}

/** Some of those who wait may have the mail already: nobody sends it again by themselves. Answers how many. */
export async function doubtWaiting(ctx: Context, { campaignId, month }: Place, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update campaign_sends as sends set state = 'uncertain', reason = 'restored-unknown', lease_no = lease_no + 1, lease_until = null
    where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid and campaign_month = ${month}::date
      and contact_id = any(array(
        select contact_id from campaign_sends where organization_id = ${ctx.organizationId}::uuid
          and campaign_id = ${campaignId}::uuid and campaign_month = ${month}::date
          and state in ('pending', 'claimed', 'offering') limit ${limit}))`.execute(ctx.db);
  return Number(numAffectedRows ?? 0);
}
