import type { HoldReason } from '@waggle/contracts/campaign-holds';
import type { CampaignStats, Recipients } from '@waggle/contracts/campaigns';
import type { EmailDocument } from '@waggle/contracts/email-document';
import type { Opening, SendingWindow } from '@waggle/contracts/sending-window';
import type { Utm } from '@waggle/contracts/utm';
import { sql } from 'kysely';
import type { z } from 'zod';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import type { SequenceEmail } from './sequences/engine.ts';
import { byNameOrAge, containing, pageWithTotal } from '#platform/keyset.ts';

const own = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return ctx.db
    .selectFrom('campaigns')
    .where('organization_id', '=', ctx.organizationId)
    .where('deleted_at', 'is', null)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId));
};

/** All but the content, which can be two megabytes. */
const summaryColumns = [
  'id',
  'client_id',
  'contact_id',
  'automation_id',
  'step_id',
  'name',
  'type',
  'status',
  'subject',
  'preview_text',
  'recipients',
  'sender_id',
  'connection_id',
  'reply_to',
  'topic_id',
  'tracking',
  'utm',
  'sending_window',
  'scheduled_at',
  'scheduled_local',
  'scheduled_zone',
  'each_zone',
  'sent_at',
  'completed_at',
  'cancelled_at',
  'hold_reason',
  'audience',
  'frozen_through',
  'stats',
  'counts_kept',
  'public_page',
  'sequence',
  'version',
  'changed_by',
  'created_at',
  'updated_at',
] as const;
const columns = [...summaryColumns, 'content', 'document'] as const;
const derived = [
  sql<string | null>`to_char(campaign_month, 'YYYY-MM-DD')`.as('month'),
  // The automation behind a sequence has its id.
  sql<string | null>`(select parent.id from campaigns as parent where parent.organization_id = campaigns.organization_id
    and parent.id = campaigns.automation_id)`.as('sequence_id'),
  // What a campaign waits for is told by the clock that decides it.
  sql<Date>`now()`.as('read_at'),
] as const;

type Documents = {
  recipients: Recipients;
  tracking: { opens: boolean; clicks: boolean };
  utm: Utm | null;
  sending_window: SendingWindow | null;
  stats: Partial<z.infer<typeof CampaignStats>> & { progress?: Record<string, number> };
  /** Of a sequence. */
  sequence: SequenceEmail[] | null;
};
type Content = {
  content: { html: string; text: string; textBasis?: string | null | undefined };
  document: EmailDocument | null;
};
const typed = <Row extends Record<keyof Documents, unknown>>(row: Row) => row as Omit<Row, keyof Documents> & Documents;
const withContent = <Row extends Record<keyof (Documents & Content), unknown>>(row: Row) =>
  row as Omit<Row, keyof (Documents & Content)> & Documents & Content;

export async function findCampaign(ctx: Context, campaignId: string) {
  const row = await own(ctx).select(columns).select(derived).where('id', '=', campaignId).executeTakeFirst();
  return row && withContent(row);
}
export type CampaignRow = NonNullable<Awaited<ReturnType<typeof findCampaign>>>;
export type CampaignSummaryRow = Omit<CampaignRow, 'content' | 'document'>;

export async function findSummary(ctx: Context, campaignId: string) {
  const row = await own(ctx).select(summaryColumns).select(derived).where('id', '=', campaignId).executeTakeFirst();
  return row && typed(row);
}

export async function lockCampaign(ctx: Context, campaignId: string): Promise<CampaignRow | undefined> {
  const row = await own(ctx)
    .select(columns)
    .select(derived)
    .where('id', '=', campaignId)
    .forUpdate()
    .executeTakeFirst();
  return row && withContent(row);
}

export const findCampaignResults = (ctx: Context, campaignIds: readonly string[]) =>
  own(ctx)
    .select(['id', 'name', sql<number>`coalesce((stats -> 'progress' ->> 'accepted')::int, 0)`.as('sent')])
    .where('id', '=', sql<string>`any(${campaignIds}::uuid[])`)
    .execute();

type Question = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: 'name' | '-name' | 'createdAt' | '-createdAt';
  status?: CampaignRow['status'] | undefined;
};

const saying = (typed: string) => sql<boolean>`(name ilike ${containing(typed)} or subject ilike ${containing(typed)})`;

export async function findCampaigns(ctx: Context, question: Question) {
  const matching = own(ctx)
    // Those to one contact are read where the contact is, those of automations where the automation is.
    .where('contact_id', 'is', null)
    .where('automation_id', 'is', null)
    .$if(question.search !== undefined, (query) => query.where(saying(question.search ?? '')))
    .$if(question.status !== undefined, (query) => query.where('status', '=', question.status ?? ''));
  const { items, ...rest } = await pageWithTotal(
    matching,
    matching.select(summaryColumns).select(derived),
    question,
    byNameOrAge(question.sort),
  );
  return { items: items.map(typed), ...rest };
}

export type CampaignFields = {
  name: string;
  type: string;
  subject: string;
  preview_text: string;
  content: Content['content'];
  document: EmailDocument | null;
  recipients: Recipients;
  tracking: Documents['tracking'];
  utm: Utm | null;
  sending_window: SendingWindow | null;
  sender_id: string | null;
  connection_id: string | null;
  reply_to: string | null;
  topic_id: string | null;
  scheduled_at: Date | null;
  scheduled_local: string | null;
  scheduled_zone: string | null;
  each_zone?: boolean;
  public_page: boolean;
  /** Of the email of an automation. */
  automation_id?: string;
  step_id?: string;
  sequence?: SequenceEmail[];
};

const stored = ({
  content,
  document,
  recipients,
  tracking,
  utm,
  sending_window: window,
  sequence,
  ...fields
}: Partial<CampaignFields>) => ({
  ...fields,
  ...(document === undefined ? {} : { document: document && JSON.stringify(document) }),
  ...(content === undefined ? {} : { content: JSON.stringify(content) }),
  ...(recipients === undefined ? {} : { recipients: JSON.stringify(recipients) }),
  ...(tracking === undefined ? {} : { tracking: JSON.stringify(tracking) }),
  ...(utm === undefined ? {} : { utm: utm && JSON.stringify(utm) }),
  ...(sequence === undefined ? {} : { sequence: JSON.stringify(sequence) }),
  ...(window === undefined ? {} : { sending_window: window && JSON.stringify(window) }),
});

/** Null for background work and the operator. */
const personIn = ({ actor }: Context): string | null => (actor.kind === 'user' ? actor.userId : null);

export const insertCampaign = (ctx: Context, clientId: string | null, fields: CampaignFields) =>
  ctx.db
    .insertInto('campaigns')
    .values({
      organization_id: ctx.organizationId,
      client_id: clientId,
      changed_by: personIn(ctx),
      ...(stored(fields) as ReturnType<typeof stored> & { name: string; subject: string } & Record<
          'content' | 'recipients' | 'tracking',
          string
        >),
    })
    .returning('id')
    .executeTakeFirstOrThrow();

export const copyCampaign = async (ctx: Context, campaignId: string, name: string) => {
  const { rows } = await sql<{ id: string }>`
    insert into campaigns (organization_id, client_id, name, type, subject, preview_text, content, document, recipients, sender_id,
      connection_id, reply_to, topic_id, tracking, utm, sending_window, each_zone, sequence, changed_by)
    select organization_id, client_id, ${name}, type, subject, preview_text, content, document, recipients, sender_id, connection_id, reply_to, topic_id, tracking, utm, sending_window, each_zone, sequence,
      ${personIn(ctx)}::uuid
    from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid
    returning id`.execute(ctx.db);
  return rows[0];
};

/** A draft alone can be changed; no row back means it is none any more. */
export const updateDraft = (ctx: Context, campaignId: string, change: Partial<CampaignFields>) =>
  ctx.db
    .updateTable('campaigns')
    .set({
      ...stored(change),
      version: sql<number>`version + 1`,
      changed_by: personIn(ctx),
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .where('status', '=', 'DRAFT')
    .returning('id')
    .executeTakeFirst();

/** Nobody has a mail of it. */
export const deleteUnsent = (ctx: Context, campaignId: string) =>
  ctx.db
    .deleteFrom('campaigns')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .where('status', 'in', ['DRAFT', 'COMPLETED'])
    .where('sent_at', 'is', null)
    .returning('id')
    .executeTakeFirst();

/** Its ledger and its links stay as long as those of any other: people open old mails, and opt out of them. */
export const hideSent = (ctx: Context, campaignId: string) =>
  ctx.db
    .updateTable('campaigns')
    .set({ deleted_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .where('status', '=', 'COMPLETED')
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();

export type Move = {
  from: CampaignRow['status'];
  to: CampaignRow['status'];
  holdReason?: HoldReason | null;
  scheduledAt?: Date | null;
};

/** One conditional update; no row back means somebody was faster. */
export const moveCampaign = (ctx: Context, campaignId: string, { from, to, holdReason, scheduledAt }: Move) =>
  ctx.db
    .updateTable('campaigns')
    .set({
      status: to,
      updated_at: sql<Date>`now()`,
      ...(holdReason === undefined ? {} : { hold_reason: holdReason }),
      ...(scheduledAt === undefined ? {} : { scheduled_at: scheduledAt }),
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .where('status', '=', from)
    .returning(['id', 'client_id'])
    .executeTakeFirst();

/** From here on its ledger stands in the partition of this month, whenever a retry happens. */
export const markStarted = (ctx: Context, campaignId: string, opening: Opening | null) =>
  ctx.db
    .updateTable('campaigns')
    .set({
      sent_at: sql<Date>`now()`,
      counts_kept: true,
      window_opens_at: opening && new Date(opening.opensAt),
      window_closes_at: opening && new Date(opening.closesAt),
      // After a restore some of its mails may be known to have left already, in an earlier month.
      campaign_month: sql<Date>`coalesce(campaign_month, date_trunc('month', now() at time zone 'UTC')::date)`,
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .where('status', '=', 'ACTIVE')
    .where('sent_at', 'is', null)
    .returning('id')
    .executeTakeFirst();

export const noteFrozen = (ctx: Context, campaignId: string, through: string) =>
  ctx.db
    .updateTable('campaigns')
    .set({ frozen_through: through })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .execute();

export async function countFrozen(ctx: Context, campaignId: string): Promise<number> {
  const { rows } = await sql<{ people: string }>`
    select count(*) as people from campaigns join campaign_sends as sends on sends.organization_id = campaigns.organization_id
      and sends.campaign_id = campaigns.id and sends.campaign_month = campaigns.campaign_month
    where campaigns.organization_id = ${ctx.organizationId}::uuid and campaigns.id = ${campaignId}::uuid`.execute(
    ctx.db,
  );
  return Number(rows[0]?.people ?? 0);
}

/** The audience is what the ledger holds, counted once. */
export const closeFreeze = (ctx: Context, campaignId: string, people: number) =>
  ctx.db
    .updateTable('campaigns')
    .set({ audience: people, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .where('audience', 'is', null)
    .execute();

/** Active until nobody waits any more. Answers the month of its ledger. */
export async function markCancelled(ctx: Context, campaignId: string): Promise<string> {
  const { month } = await ctx.db
    .updateTable('campaigns')
    .set({
      status: 'ACTIVE',
      hold_reason: null,
      cancelled_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
      // One that never began has nobody in its ledger, and needs a month to be looked at all the same.
      campaign_month: sql<Date>`coalesce(campaign_month, date_trunc('month', now() at time zone 'UTC')::date)`,
      audience: sql<string>`coalesce(audience, (
        select count(*) from campaign_sends where campaign_sends.organization_id = campaigns.organization_id
          and campaign_sends.campaign_id = campaigns.id and campaign_sends.campaign_month = campaigns.campaign_month))`,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .returning(sql<string>`to_char(campaign_month, 'YYYY-MM-DD')`.as('month'))
    .executeTakeFirstOrThrow();
  return month;
}

export async function countStates(ctx: Context, campaignId: string, month: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; people: string }>`
    select state, count(*) as people from campaign_sends
    where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid and campaign_month = ${month}::date
    group by state`.execute(ctx.db);
  return Object.fromEntries(rows.map(({ state, people }) => [state, Number(people)]));
}

export const findExclusions = (ctx: Context, campaignIds: readonly string[]) =>
  ctx.db
    .selectFrom('campaign_exclusions')
    .select(['campaign_id', 'reason', 'people'])
    .where('organization_id', '=', ctx.organizationId)
    .where('campaign_id', '=', sql<string>`any(${campaignIds}::uuid[])`)
    .orderBy('people', 'desc')
    .execute();

/** After a completed campaign's ledger changed: the kept figures follow it. */
export const keepProgress = (ctx: Context, campaignId: string, progress: Record<string, number>) =>
  ctx.db
    .updateTable('campaigns')
    .set({
      stats: sql`stats || jsonb_build_object('progress', ${JSON.stringify(progress)}::jsonb)`,
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .execute();
