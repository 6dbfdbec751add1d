import type { CampaignStats, Recipients } from '@waggle/contracts/campaigns';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { after, containing, inOrder, page } from '#platform/keyset.ts';
import { activeClient } from '#features/contacts/index.ts';

const own = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return ctx.db
    .selectFrom('campaigns')
    .where('organization_id', '=', ctx.organizationId)
    .where('deleted_at', 'is', null)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId));
};

const columns = [
  'id',
  'client_id',
  'name',
  'type',
  'status',
  'subject',
  'preview_text',
  'content',
  'recipients',
  'sender_id',
  'connection_id',
  'reply_to',
  'tracking',
  'scheduled_at',
  'scheduled_local',
  'scheduled_zone',
  'sent_at',
  'completed_at',
  'cancelled_at',
  'hold_reason',
  'audience',
  'frozen_through',
  'stats',
  'created_at',
  'updated_at',
] as const;
const month = sql<string | null>`to_char(campaign_month, 'YYYY-MM-DD')`.as('month');

type Documents = {
  content: { html: string; text: string };
  recipients: Recipients;
  tracking: { opens: boolean; clicks: boolean };
  stats: Partial<z.infer<typeof CampaignStats>> & { progress?: Record<string, number> };
};
const typed = <Row extends Record<keyof Documents, unknown>>(row: Row) => row as Omit<Row, keyof Documents> & Documents;

export async function findCampaign(ctx: Context, campaignId: string) {
  const row = await own(ctx).select(columns).select(month).where('id', '=', campaignId).executeTakeFirst();
  return row && typed(row);
}
export type CampaignRow = NonNullable<Awaited<ReturnType<typeof findCampaign>>>;

export async function lockCampaign(ctx: Context, campaignId: string): Promise<CampaignRow | undefined> {
  const row = await own(ctx).select(columns).select(month).where('id', '=', campaignId).forUpdate().executeTakeFirst();
  return row && typed(row);
}

type Question = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: 'name' | '-name' | 'createdAt' | '-createdAt';
  status?: CampaignRow['status'] | undefined;
};

export async function findCampaigns(ctx: Context, question: Question) {
  const byName = question.sort.endsWith('name');
  const keyset = {
    by: byName ? sql`lower(name)` : sql`created_at`,
    type: byName ? ('text' as const) : ('timestamptz' as const),
    id: sql`id`,
    descending: question.sort.startsWith('-'),
  };
  const matching = own(ctx)
    .$if(question.search !== undefined, (query) => query.where('name', 'ilike', containing(question.search ?? '')))
    .$if(question.status !== undefined, (query) => query.where('status', '=', question.status ?? ''));
  const [rows, count] = await Promise.all([
    matching
      .select(columns)
      .select(month)
      .select(sql<string>`${keyset.by}::text`.as('cursor_value'))
      .where(after(question.cursor, keyset))
      .orderBy(inOrder(keyset))
      .limit(question.limit + 1)
      .execute(),
    matching.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { ...page(rows.map(typed), question.limit, (row) => row.id), total: Number(count.total) };
}

export type CampaignFields = {
  name: string;
  type: string;
  subject: string;
  preview_text: string;
  content: Documents['content'];
  recipients: Recipients;
  tracking: Documents['tracking'];
  sender_id: string | null;
  connection_id: string | null;
  reply_to: string | null;
  scheduled_at: Date | null;
  scheduled_local: string | null;
  scheduled_zone: string | null;
};

const stored = ({ content, recipients, tracking, ...fields }: Partial<CampaignFields>) => ({
  ...fields,
  ...(content === undefined ? {} : { content: JSON.stringify(content) }),
  ...(recipients === undefined ? {} : { recipients: JSON.stringify(recipients) }),
  ...(tracking === undefined ? {} : { tracking: JSON.stringify(tracking) }),
});

export const insertCampaign = (ctx: Context, fields: CampaignFields) =>
  ctx.db
    .insertInto('campaigns')
    .values({
      organization_id: ctx.organizationId,
      client_id: activeClient(ctx),
      ...(stored(fields) as ReturnType<typeof stored> & { name: string; subject: string } & Record<
          'content' | 'recipients' | 'tracking',
          string
        >),
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** A draft alone can be changed; no row back means it is none any more. */
export const updateDraft = (ctx: Context, campaignId: string, change: Partial<CampaignFields>) =>
  ctx.db
    .updateTable('campaigns')
    .set({ ...stored(change), updated_at: sql<Date>`now()` })
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
  holdReason?: string | null;
  scheduledAt?: Date;
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
    .returning('id')
    .executeTakeFirst();

/** From here on its ledger stands in the partition of this month, whenever a retry happens. */
export const markStarted = (ctx: Context, campaignId: string) =>
  ctx.db
    .updateTable('campaigns')
    .set({
      sent_at: sql<Date>`now()`,
      campaign_month: sql<Date>`date_trunc('month', now() at time zone 'UTC')::date`,
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

/** The audience is what the ledger holds, counted once. */
export const closeFreeze = (ctx: Context, campaignId: string) =>
  sql`update campaigns set audience = (
      select count(*) from campaign_sends where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid
        and campaign_month = campaigns.campaign_month), updated_at = now()
    where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid and audience is null`.execute(
    ctx.db,
  );

/** Nobody who waits gets it any more; who is being offered a mail right now ends as that ends. */
export async function cancelRest(ctx: Context, campaignId: string): Promise<void> {
  await sql`update campaign_sends set state = 'cancelled', lease_until = null, lease_no = lease_no + 1
    where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid and state in ('pending', 'claimed')`.execute(
    ctx.db,
  );
}

/** Active without anything left to send. Answers the month of its ledger. */
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
