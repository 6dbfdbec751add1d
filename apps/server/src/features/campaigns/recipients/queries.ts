import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { CampaignRow } from '../queries.ts';

type Question = { state?: string | undefined; after: string | null; limit: number };

/** In the order of contact ids, which is the order of the ledger's key. */
export async function findRecipients(ctx: Context, campaignId: string, month: string, question: Question) {
  const { state, after, limit } = question;
  return ctx.db
    .selectFrom('campaign_sends as sends')
    .leftJoin('contacts', (join) =>
      join
        .onRef('contacts.organization_id', '=', 'sends.organization_id')
        .onRef('contacts.id', '=', 'sends.contact_id'),
    )
    .select([
      'sends.id',
      'sends.contact_id',
      'contacts.email',
      'sends.state',
      'sends.reason',
      'sends.attempts',
      'sends.sent_at',
      'sends.delivered_at',
      'sends.opened_at',
      'sends.clicked_at',
      'sends.bounced_at',
      'sends.unsubscribed_at',
    ])
    .where('sends.organization_id', '=', ctx.organizationId)
    .where('sends.campaign_id', '=', campaignId)
    .where(sql<boolean>`sends.campaign_month = ${month}::date`)
    .$if(state !== undefined, (query) => query.where('sends.state', '=', state ?? ''))
    .$if(after !== null, (query) => query.where('sends.contact_id', '>', after))
    .orderBy('sends.contact_id')
    .limit(limit + 1)
    .execute();
}
export type RecipientRow = Awaited<ReturnType<typeof findRecipients>>[number];

/** How many of these are in the audience. Whoever is deleted since still is. */
export async function countRecipients(
  ctx: Context,
  campaignId: string,
  contactIds: readonly string[],
): Promise<number> {
  const { known } = await ctx.db
    .selectFrom('campaign_sends')
    .select(({ fn }) => fn.countAll<string>().as('known'))
    .where('organization_id', '=', ctx.organizationId)
    .where('campaign_id', '=', campaignId)
    .where('contact_id', '=', sql<string>`any(${contactIds}::uuid[])`)
    .executeTakeFirstOrThrow();
  return Number(known);
}

/** Only those a server refused for a passing reason; who was refused for good, or is in doubt, stays. */
export async function retryFailed(ctx: Context, campaignId: string): Promise<number> {
  const { rows } = await sql`
    update campaign_sends set state = 'pending', reason = null, retryable = false, attempts = 0, next_attempt_at = now()
    where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid and state = 'failed' and retryable
    returning contact_id`.execute(ctx.db);
  return rows.length;
}

/** A person's word on mails in doubt. `failed` ones may be retried; nothing else is touched. */
export async function settleUncertain(
  ctx: Context,
  campaignId: string,
  contactIds: readonly string[],
  as: 'accepted' | 'failed',
): Promise<number> {
  const { rows } = await sql`
    update campaign_sends set state = ${as}::text, reason = 'settled-by-person', retryable = ${as === 'failed'}::boolean,
      sent_at = case when ${as}::text = 'accepted' then coalesce(sent_at, now()) else sent_at end, lease_no = lease_no + 1
    where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid and state = 'uncertain'
      and contact_id = any(${contactIds}::uuid[])
    returning contact_id`.execute(ctx.db);
  return rows.length;
}

/** Somebody waits again in a campaign that was over. */
export const reopen = (ctx: Context, campaignId: string) =>
  ctx.db
    .updateTable('campaigns')
    .set({ status: 'ACTIVE' satisfies CampaignRow['status'], completed_at: null, stats: sql`stats - 'progress'` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .where('status', '=', 'COMPLETED')
    .execute();
