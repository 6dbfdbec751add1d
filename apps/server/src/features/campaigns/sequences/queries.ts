import { holdReasonOf, type HoldReason } from '@waggle/contracts/campaign-holds';
import type { CampaignStats } from '@waggle/contracts/campaigns';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { SequenceEmail } from './engine.ts';

export const setEmails = (ctx: Context, campaignId: string, emails: readonly SequenceEmail[]) =>
  ctx.db
    .updateTable('campaigns')
    .set({ sequence: JSON.stringify(emails) })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .execute();

/** As the sequence is called now, and where they stand in it now. */
export const nameEmails = (ctx: Context, names: readonly { campaignId: string; name: string }[]) =>
  sql`update campaigns set name = given.name from unnest(${names.map(({ campaignId }) => campaignId)}::uuid[], ${names.map(({ name }) => name)}::text[])
      as given (id, name)
    where campaigns.organization_id = ${ctx.organizationId}::uuid and campaigns.id = given.id`.execute(ctx.db);

/** Sender, connection, topic and tracking of the email before: whoever adds one has chosen them already. */
export const copySettings = (ctx: Context, from: string, to: string) =>
  sql`update campaigns set sender_id = known.sender_id, connection_id = known.connection_id, reply_to = known.reply_to, topic_id = known.topic_id,
      tracking = known.tracking, utm = known.utm
    from campaigns as known where campaigns.organization_id = ${ctx.organizationId}::uuid and campaigns.id = ${to}::uuid
      and known.organization_id = campaigns.organization_id and known.id = ${from}::uuid`.execute(ctx.db);

export async function findSubjects(ctx: Context, campaignIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectFrom('campaigns')
    .select(['id', 'subject'])
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${campaignIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, subject }) => [id, subject]));
}

type Kept = Partial<z.infer<typeof CampaignStats>>;
export type Sending = { id: string; sequenceId: string; stepId: string; hold: HoldReason | null; stats: Kept };

/** The campaigns that emails of sequences go out by, the latest of a step last. */
export async function findSendings(ctx: Context, sequenceIds: readonly string[]): Promise<Sending[]> {
  const { rows } = await sql<Omit<Sending, 'hold'> & { held: string | null }>`
    select id, automation_id as "sequenceId", step_id as "stepId", stats, case status when 'PAUSED' then hold_reason end as held from campaigns
    where organization_id = ${ctx.organizationId}::uuid and automation_id = any(${sequenceIds}::uuid[]) and step_month is not null
      and deleted_at is null
    order by sent_at, id`.execute(ctx.db);
  return rows.map(({ held, ...row }) => ({ ...row, hold: held === null ? null : holdReasonOf(held) }));
}

/** Locked, in one order, before the places where people wait: as a turn that queues emails does. */
export async function lockGoing(ctx: Context, sequenceId: string): Promise<{ id: string; month: string }[]> {
  const { rows } = await sql<{ id: string; month: string }>`
    select id, to_char(campaign_month, 'YYYY-MM-DD') as month from campaigns
    where organization_id = ${ctx.organizationId}::uuid and automation_id = ${sequenceId}::uuid and step_month is not null
      and status in ('ACTIVE', 'PAUSED') and cancelled_at is null
    order by id for no key update`.execute(ctx.db);
  return rows;
}

/** Emails that are queued wait as well. */
export const pauseSendings = (ctx: Context, sequenceId: string) =>
  sql`update campaigns set status = 'PAUSED', updated_at = now() where organization_id = ${ctx.organizationId}::uuid
    and automation_id = ${sequenceId}::uuid and step_month is not null and status = 'ACTIVE' and cancelled_at is null`.execute(
    ctx.db,
  );

/** Those that a person paused; what is held for a reason waits for an answer to that. */
export const resumeSendings = (ctx: Context, sequenceId: string) =>
  sql`update campaigns set status = 'ACTIVE', hold_reason = null, updated_at = now() where organization_id = ${ctx.organizationId}::uuid
    and automation_id = ${sequenceId}::uuid and step_month is not null and status = 'PAUSED' and cancelled_at is null
    and coalesce(hold_reason, 'client_archived') = 'client_archived'`.execute(ctx.db);

/** They are left out of figures with the sequence they belong to. */
export async function hideSendings(ctx: Context, sequenceId: string): Promise<void> {
  await sql`update campaigns set deleted_at = now() where organization_id = ${ctx.organizationId}::uuid
    and automation_id = ${sequenceId}::uuid and step_month is not null and deleted_at is null`.execute(ctx.db);
}

export async function isSending(ctx: Context, sequenceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from campaigns where organization_id = ${ctx.organizationId}::uuid and automation_id = ${sequenceId}::uuid
      and step_month is not null and status in ('ACTIVE', 'PAUSED') limit 1`.execute(ctx.db);
  return rows.length > 0;
}

/** Everybody got in. */
export async function startedSequences(sweep: Db): Promise<{ organizationId: string; campaignId: string }[]> {
  const { rows } = await sql<{ organizationId: string; campaignId: string }>`
    select organization_id as "organizationId", id as "campaignId" from campaigns
    where status = 'ACTIVE' and type = 'SEQUENCE' and audience is not null and hold_reason is null`.execute(sweep);
  return rows;
}

/** Answers whether it was going on. */
export async function markEnded(ctx: Context, campaignId: string): Promise<boolean> {
  const ended = await ctx.db
    .updateTable('campaigns')
    .set({ status: 'COMPLETED', completed_at: sql<Date>`now()`, hold_reason: null, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .where('status', 'in', ['ACTIVE', 'PAUSED'])
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}
