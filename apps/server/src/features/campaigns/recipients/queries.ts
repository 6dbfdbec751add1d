import { foundIds } from '#features/contacts/index.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { indexOnlyPlan } from '#platform/database/scoped-query.ts';
import type { CampaignRow } from '../queries.ts';
import { isHeardOf } from '../sending/queries.ts';

export type RecipientFilter = {
  state?: string | undefined;
  event?: Event | undefined;
  link?: number | undefined;
  mailbox?: string | undefined;
  search?: string | undefined;
  /** Finds those of the event along their timelines; see `areOnTimelines`. */
  alongTimelines?: boolean | undefined;
};
export type Event = 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'unsubscribed';
type Question = RecipientFilter & { after: string | null; limit: number };

async function filtered(
  ctx: Context,
  campaignId: string,
  month: string,
  { state, event, link, mailbox, search, alongTimelines = false }: RecipientFilter,
) {
  const found = await foundIds(ctx, search);
  return sql`sends.organization_id = ${ctx.organizationId}::uuid and sends.campaign_id = ${campaignId}::uuid
    and sends.campaign_month = ${month}::date
    and ${state === undefined ? sql`true` : sql`sends.state = ${state}`}
    and ${event === undefined ? sql`true` : sql`${sql.ref(`sends.${event}_at`)} is not null`}
    and ${alongTimelines && event !== undefined ? onTimeline(ctx, campaignId, month, event) : sql`true`}
    and ${link === undefined ? sql`true` : followed(ctx, campaignId, month, link)}
    and ${mailbox === undefined ? sql`true` : sql`public.mailbox_provider(sends.receiver) = ${mailbox}`}
    and ${found === undefined ? sql`true` : sql`sends.contact_id = any(array(${found}))`}`;
}

/** Along an index in the order of contacts: a page is found alike for a link that nearly everybody or nearly nobody followed. */
const followed = (ctx: Context, campaignId: string, month: string, link: number) => sql`sends.contact_id in (
  select contact_id from contact_activity where organization_id = ${ctx.organizationId}::uuid and ref_id = ${campaignId}::uuid
    and type = 'email.clicked' and (data ->> 'linkNo')::int = ${link}::int and happened_at >= ${month}::date)`;

/** In an index in the order of contacts, as the links are. */
const onTimeline = (ctx: Context, campaignId: string, month: string, event: Event) => sql`sends.contact_id in (
  select contact_id from contact_activity where organization_id = ${ctx.organizationId}::uuid and ref_id = ${campaignId}::uuid
    and type in ('email.sent', 'email.opened', 'email.clicked', 'email.bounced') and type = ${`email.${event}`} and happened_at >= ${month}::date)`;

const eventsOnTimelines: readonly Event[] = ['opened', 'clicked', 'bounced'];
/** People whose timelines are compared with the ledger before a page; more are found soon by walking along the ledger. */
const mostOnTimelines = 5_000;

/**
 * Whether the timelines know everybody with this event. Few among a million are then found by them, where a walk along the ledger takes a
 * second. Whoever was deleted or merged since is in the ledger alone.
 */
export async function areOnTimelines(
  ctx: Context,
  campaignId: string,
  month: string,
  { event, people }: { event: Event; people: number },
): Promise<boolean> {
  if (people > mostOnTimelines || !eventsOnTimelines.includes(event)) return false;
  return (await countMatching(ctx, campaignId, month, { event, alongTimelines: true })) === people;
}

export type RecipientRow = {
  id: string;
  contact_id: string;
  email: string | null;
  name: string | null;
  state: string;
  reason: string | null;
  retryable: boolean;
  attempts: number;
  bounce_reason: string | null;
} & Record<Times, Date | null>;
type Times = 'sent_at' | 'delivered_at' | 'opened_at' | 'clicked_at' | 'bounced_at' | 'unsubscribed_at';

/** In the order of contact ids, which is the order of the ledger's key. */
export async function findRecipients(
  ctx: Context,
  campaignId: string,
  month: string,
  { after, limit, ...filter }: Question,
): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    with page as materialized (
      select * from campaign_sends sends
      where ${await filtered(ctx, campaignId, month, filter)} and ${after === null ? sql`true` : sql`sends.contact_id > ${after}::uuid`}
      order by sends.contact_id limit ${limit}
    )
    select page.id, page.contact_id, known.email, known.name, page.state, page.reason, page.retryable, page.attempts, page.sent_at,
      page.delivered_at, page.opened_at, page.clicked_at, page.bounced_at, page.unsubscribed_at,
      case when page.bounced_at is not null then coalesce(page.reason, bounce.label_reason) end as bounce_reason
    from page left join lateral (
      select email, nullif(concat_ws(' ', first_name, last_name), '') as name from contacts
      where contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = page.contact_id limit 1
    ) known on true left join lateral (
      select label_reason from engagement_events
      where organization_id = ${ctx.organizationId}::uuid and send_id = page.id and kind = 'bounced' and happened_at >= ${month}::date
        and page.bounced_at is not null limit 1
    ) bounce on true order by page.contact_id ${walksLedger(filter) ? indexOnlyPlan : sql``}`.execute(ctx.db);
  return rows;
}

/**
 * Filters that most people of a campaign pass sooner or later, so the key of the ledger is the way. While a campaign is sent, statistics say
 * that nobody is `accepted` yet, and a planner that takes few for certain reads and sorts a million rows for each page.
 */
const walksLedger = ({ state, link, search, event }: RecipientFilter): boolean =>
  [link, search, event].every((one) => one === undefined) && (state === undefined || state === 'accepted');

/** Rows a count may look at before it is too long to wait for. */
export const mostCounted = 10_000;

export async function countMatching(
  ctx: Context,
  campaignId: string,
  month: string,
  filter: RecipientFilter,
): Promise<number | null> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from (
      select from campaign_sends sends where ${await filtered(ctx, campaignId, month, filter)} limit ${mostCounted + 1}
    ) counted`.execute(ctx.db);
  const people = rows[0]?.people ?? 0;
  return people > mostCounted ? null : people;
}

/** The domain of the address it was sent from, as it stands in Message-IDs. */
export async function findFromDomain(ctx: Context, campaignId: string): Promise<string | null> {
  const { rows } = await sql<{ domain: string | null }>`
    select split_part(frozen -> 'from' ->> 'email', '@', 2) as domain from campaign_contents
    where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid limit 1`.execute(ctx.db);
  return rows[0]?.domain ?? null;
}

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

/**
 * Only those a server refused for a passing reason; who was refused for good, or is in doubt, stays. So does whoever was heard of since: a
 * person may have taken their mail for lost.
 */
export async function retryFailed(ctx: Context, campaignId: string): Promise<number> {
  const { rows } = await sql`
    update campaign_sends as sends set state = 'pending', reason = null, retryable = false, attempts = 0, next_attempt_at = now()
    where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid and state = 'failed' and retryable
      and not ${isHeardOf}
    returning contact_id`.execute(ctx.db);
  return rows.length;
}

/** A person's word on mails in doubt. `failed` ones may be retried; nothing else is touched. */
export async function settleUncertain(
  ctx: Context,
  campaignId: string,
  contactIds: readonly string[] | 'all',
  as: 'accepted' | 'failed',
): Promise<number> {
  const { rows } = await sql`
    update campaign_sends set state = ${as}::text, reason = 'settled-by-person', retryable = ${as === 'failed'}::boolean,
      sent_at = case when ${as}::text = 'accepted' then coalesce(sent_at, now()) else sent_at end, lease_no = lease_no + 1
    where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid and state = 'uncertain'
      and ${contactIds === 'all' ? sql`true` : sql`contact_id = any(${contactIds}::uuid[])`}
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
