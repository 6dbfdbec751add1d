import { type HoldReason, holdReasonOf } from '@waggle/contracts/campaign-holds';
import { sql } from 'kysely';
import { emailHash, hasOptedOut, unmailableReason } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import type { StoredContent } from '../content/queries.ts';

export async function copyDraft(ctx: Context, campaignId: string, to: { automationId: string; stepId: string }) {
  const { rows } = await sql<{ id: string }>`
    insert into campaigns (organization_id, client_id, automation_id, step_id, name, type, subject, preview_text, content, document, recipients, sender_id,
      connection_id, reply_to, topic_id, tracking, utm, changed_by)
    select organization_id, client_id, ${to.automationId}::uuid, ${to.stepId}, name, type, subject, preview_text, content, document, recipients, sender_id,
      connection_id, reply_to, topic_id, tracking, utm, changed_by
    from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid and automation_id is not null and status = 'DRAFT'
    returning id`.execute(ctx.db);
  return rows[0];
}

export async function deleteDrafts(ctx: Context, campaignIds: readonly string[]): Promise<void> {
  await sql`
    delete from campaigns where organization_id = ${ctx.organizationId}::uuid and id = any(${campaignIds}::uuid[])
      and automation_id is not null and status = 'DRAFT'`.execute(ctx.db);
}

type Content = {
  contentHash: Buffer;
  frozen: StoredContent;
  links: readonly { no: number; url: string; isTrap: boolean }[];
  senderDomain: string;
};

/** Written once, from the draft as it is; the same content again changes nothing. */
export async function insertContent(ctx: Context, campaignId: string, content: Content): Promise<void> {
  await sql`
    insert into campaign_step_contents (organization_id, automation_id, step_id, content_hash, client_id, name, subject, preview_text, content, document,
      tracking, utm, sender_id, connection_id, reply_to, topic_id, sender_domain, frozen, links)
    select organization_id, automation_id, step_id, ${content.contentHash}::bytea, client_id, name, subject, preview_text, content, document,
      tracking, utm, sender_id, connection_id, reply_to, topic_id, ${content.senderDomain}, ${JSON.stringify(content.frozen)}::jsonb,
      ${JSON.stringify(content.links)}::jsonb
    from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid
    on conflict do nothing`.execute(ctx.db);
}

export type StepContent = { automationId: string; stepId: string; contentHash: Buffer };

/** What its editor may change again. */
export const findContent = (ctx: Context, { automationId, stepId, contentHash }: StepContent) =>
  ctx.db
    .selectFrom('campaign_step_contents')
    .select([
      'subject',
      'preview_text',
      'content',
      'document',
      'tracking',
      'utm',
      'sender_id',
      'connection_id',
      'reply_to',
      'topic_id',
    ])
    .where('organization_id', '=', ctx.organizationId)
    .where('automation_id', '=', automationId)
    .where('step_id', '=', stepId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst();

/** The month, as its first day, in which the people entered, and for the how-many-th time in it. */
export type StepSending = StepContent & { month: string; pass: number };

const ofContent = (ctx: Context, { automationId, stepId, contentHash }: StepSending) => sql`
  organization_id = ${ctx.organizationId}::uuid and automation_id = ${automationId}::uuid and step_id = ${stepId}
  and content_hash = ${contentHash}::bytea`;

/** Months after which another ledger is begun: partitions are dropped after 13, and an email may be sent 400 days after the entry. */
const ledgerMonths = 6;

/** Not one that was cancelled: nothing of it is sent any more. */
export async function findSending(ctx: Context, sending: StepSending): Promise<string | undefined> {
  const { automationId, stepId, contentHash, month, pass } = sending;
  const { rows } = await sql<{ id: string }>`
    select id from campaigns
    where organization_id = ${ctx.organizationId}::uuid and automation_id = ${automationId}::uuid and step_id = ${stepId}
      and step_month = ${month}::date and step_pass = ${pass}::smallint and step_content = ${contentHash}::bytea
      and cancelled_at is null and deleted_at is null and campaign_month > now() - make_interval(months => ${ledgerMonths})
    order by campaign_month desc limit 1`.execute(ctx.db);
  return rows[0]?.id;
}

/** Its email is known by the automation and its own name, as both are called when it is made: lists of what led to a purchase and timelines show it. */
const nameOfSending = sql`left(coalesce((select automations.name from automations where automations.organization_id = content.organization_id
  and automations.id = content.automation_id) || ': ', '') || content.name, 200)`;

/** One that a restored database has forgotten: its id, and the month of its ledger. */
export type Forgotten = { id: string; ledgerMonth: string };

/** Nothing back: somebody else made it, or there is no such content. */
export async function insertSending(
  ctx: Context,
  sending: StepSending,
  forgotten?: Forgotten,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into campaigns (organization_id, id, client_id, automation_id, step_id, step_month, step_pass, step_content, name, status, subject, preview_text,
      content, document, recipients, tracking, utm, sender_id, connection_id, reply_to, topic_id, sender_domain, campaign_month, sent_at, completed_at, audience,
      counts_kept)
    select organization_id, coalesce(${forgotten?.id ?? null}::uuid, new_id()), client_id, automation_id, step_id, ${sending.month}::date, ${sending.pass}::smallint, content_hash, ${nameOfSending}, 'COMPLETED', subject,
      preview_text, content, document, ${JSON.stringify(nobody)}::jsonb, tracking, utm, sender_id, connection_id, reply_to, topic_id, sender_domain,
      coalesce(${forgotten?.ledgerMonth ?? null}::date, date_trunc('month', now() at time zone 'UTC')::date), now(), now(), 0, true
    from campaign_step_contents as content where ${ofContent(ctx, sending)}
    on conflict do nothing returning id`.execute(ctx.db);
  return rows[0]?.id;
}

const none = { tagIds: [], segmentIds: [], contactIds: [] };
const nobody = { ...none, type: 'segments', everyClient: false, tagMatch: 'any', exclude: none };

export async function copyFrozen(ctx: Context, campaignId: string, sending: StepSending): Promise<void> {
  await sql`
    with content as materialized (
      select organization_id, client_id, frozen, links from campaign_step_contents where ${ofContent(ctx, sending)}
    ), kept as (
      insert into campaign_contents (organization_id, campaign_id, client_id, frozen)
      select organization_id, ${campaignId}::uuid, client_id, frozen from content
    )
    insert into campaign_links (organization_id, campaign_id, client_id, link_no, url, is_trap)
    select organization_id, ${campaignId}::uuid, client_id, link.no, link.url, link."isTrap"
    from content cross join jsonb_to_recordset(links) as link (no smallint, url text, "isTrap" boolean)`.execute(
    ctx.db,
  );
}

export async function findClient(ctx: Context, campaignId: string): Promise<string | null> {
  const { rows } = await sql<{ clientId: string | null }>`
    select client_id as "clientId" from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid`.execute(
    ctx.db,
  );
  return rows[0]?.clientId ?? null;
}

export type Sibling = { id: string; clientId: string | null; month: string; isCancelled: boolean };

/** All of the step, month and pass, in one order; those that were cancelled or say something else as well. */
export async function lockSiblings(ctx: Context, campaignId: string): Promise<Sibling[]> {
  const { rows } = await sql<Sibling>`
    select id, client_id as "clientId", to_char(campaign_month, 'YYYY-MM-DD') as month, cancelled_at is not null as "isCancelled" from campaigns
    where organization_id = ${ctx.organizationId}::uuid and (automation_id, step_id, step_month, step_pass) = (
      select automation_id, step_id, step_month, step_pass from campaigns
      where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid)
    order by id for no key update`.execute(ctx.db);
  return rows;
}

const topicOf = (ctx: Context, { id }: Sibling) => sql`(
  select topic_id from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${id}::uuid)`;

type Asked = { contactId: string; reason: string | null };

/** As the freeze of an audience does it, for some contacts by their keys. The reason is null for whoever got a row. */
export async function insertSends(
  ctx: Context,
  { campaign, siblings }: { campaign: Sibling; siblings: readonly Sibling[] },
  contactIds: readonly string[],
): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    with asked as materialized (
      select given.id, known.client_id, known.email_folded, case
        when had.is_there then 'had'
        when known.email_folded is null then 'deleted'
        when known.client_id is distinct from ${campaign.clientId}::uuid then 'other-client'
        when known.left_out is not null then known.left_out
        when ${hasOptedOut(ctx, topicOf(ctx, campaign), emailHash(ctx, sql`known.email_folded`))} then 'topic-opted-out' end as reason
      from (select distinct unnest(${contactIds}::uuid[]) as id) given
      left join lateral (
        select client_id, email_folded, ${unmailableReason} as left_out from contacts
        where contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = given.id limit 1
      ) known on true
      left join lateral (
        select true as is_there from campaign_sends sends
        where sends.organization_id = ${ctx.organizationId}::uuid and sends.campaign_id = any(${siblings.map(({ id }) => id)}::uuid[])
          and sends.contact_id = given.id and sends.campaign_month = any(${[...new Set(siblings.map(({ month }) => month))]}::date[]) limit 1
      ) had on true
    ), queued as (
      insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, client_id, receiver, address_hash)
      select ${ctx.organizationId}::uuid, ${campaign.month}::date, ${campaign.id}::uuid, id, client_id, split_part(email_folded, '@', 2),
        ${emailHash(ctx, sql`email_folded`)}
      from asked where reason is null on conflict do nothing returning contact_id
    )
    select asked.id as "contactId", coalesce(reason, case when queued.contact_id is null then 'had' end) as reason
    from asked left join queued on queued.contact_id = asked.id`.execute(ctx.db);
  return rows;
}

/** One that was complete goes on; one that is held waits for a person with more people. By whoever holds the lock. */
export async function addAudience(ctx: Context, campaignId: string, people: number): Promise<void> {
  await sql`
    update campaigns set audience = coalesce(audience, 0) + ${people}::bigint, status = case status when 'COMPLETED' then 'ACTIVE' else status end,
      completed_at = null, stats = stats - 'progress'
    where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid`.execute(ctx.db);
}

export type HeldStep = { automationId: string; stepId: string; campaignId: string; hold: HoldReason; since: Date };

/** Emails of automations that wait for a person: of one automation, or of all in sight. */
export async function findHeldStepCampaigns(
  ctx: Context,
  { automationId }: { automationId?: string } = {},
): Promise<HeldStep[]> {
  const { rows } = await sql<Omit<HeldStep, 'hold'> & { hold_reason: string | null }>`
    select automation_id as "automationId", step_id as "stepId", id as "campaignId", hold_reason, updated_at as since from campaigns
    where organization_id = ${ctx.organizationId}::uuid and status = 'PAUSED' and automation_id is not null and cancelled_at is null
      and deleted_at is null and ${automationId === undefined ? sql`true` : sql`automation_id = ${automationId}::uuid`}
    order by updated_at, id`.execute(ctx.db);
  return rows.map(({ hold_reason, ...row }) => ({ ...row, hold: holdReasonOf(hold_reason ?? 'other') }));
}

/** The campaigns that emails of a step went out by. */
export async function findStepCampaigns(ctx: Context, automationId: string, stepId: string): Promise<string[]> {
  const found = await ctx.db
    .selectFrom('campaigns')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where('automation_id', '=', automationId)
    .where('step_id', '=', stepId)
    .execute();
  return found.map(({ id }) => id);
}

/** Which automation sent the emails of a campaign, of those that one did. */
export async function findAutomationsOf(ctx: Context, campaignIds: readonly string[]): Promise<Map<string, string>> {
  if (campaignIds.length === 0) return new Map();
  const found = await ctx.db
    .selectFrom('campaigns')
    .select(['id', 'automation_id'])
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${campaignIds}::uuid[])`)
    .where('automation_id', 'is not', null)
    .execute();
  return new Map(found.map(({ id, automation_id }) => [id, automation_id!]));
}
