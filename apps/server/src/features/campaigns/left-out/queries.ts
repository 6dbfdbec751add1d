import { type RawBuilder, sql } from 'kysely';
import { foundIds } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import type { CampaignRow } from '../queries.ts';
import { isLedgerKept } from '../recipients/kept-ledger.sql.ts';

export type LeftOutFilter = { reason?: string | undefined; search?: string | undefined };
export type LeftOutRow = { contactId: string; email: string | null; name: string | null; reason: string };
type Place = { after: string | null; limit: number };

const name = sql`nullif(concat_ws(' ', contacts.first_name, contacts.last_name), '')`;

/** Whoever was selected and left out has a row. */
const named = (ctx: Context, { id }: CampaignRow, reason: string | undefined) => sql`
  select left_out.contact_id as "contactId", contacts.email, ${name} as name, left_out.reason
  from campaign_left_out left_out left join contacts
    on contacts.organization_id = left_out.organization_id and contacts.id = left_out.contact_id
  where left_out.organization_id = ${ctx.organizationId}::uuid and left_out.campaign_id = ${id}::uuid
    and ${reason === undefined ? sql`true` : sql`left_out.reason = ${reason}`}`;

/** The timeline of a contact is kept longer where it was sent, opened or clicked in a later month than the campaign began. */
const inTimeline = (ctx: Context, { id }: CampaignRow) => sql`exists (
  select from contact_activity where organization_id = ${ctx.organizationId}::uuid and ref_id = ${id}::uuid
    and type in ('email.sent', 'email.opened', 'email.clicked', 'email.bounced') and contact_activity.contact_id = contacts.id)`;

/** Everybody in scope who is not in the ledger, whether or not a row says why. Once the ledger is deleted, all that is still known. */
async function everybodyElse(ctx: Context, campaign: CampaignRow, found: RawBuilder<unknown> | undefined) {
  const isKept = await isLedgerKept(ctx, campaign);
  const { id, month, client_id: clientId, recipients, sent_at: sentAt } = campaign;
  const isForAll = clientId === null && recipients.everyClient;
  return sql`
    select contacts.id as "contactId", contacts.email, ${name} as name,
      coalesce(left_out.reason, case
        when ${isKept ? sql`false` : inTimeline(ctx, campaign)} then 'was-sent'
        when contacts.created_at > ${sentAt}::timestamptz then 'added-later'
        when ${!isKept}::boolean then 'no-longer-kept'
        when kept.is_complete then 'not-selected' else 'not-kept' end) as reason
    from contacts cross join (
      -- Campaigns older than these rows have counts and no names.
      select exists (select from campaign_left_out where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${id}::uuid)
        or not exists (select from campaign_exclusions where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${id}::uuid
          and reason <> 'not-selected') as is_complete
    ) kept left join campaign_left_out left_out
      on left_out.organization_id = contacts.organization_id and left_out.campaign_id = ${id}::uuid and left_out.contact_id = contacts.id
    where contacts.organization_id = ${ctx.organizationId}::uuid
      and ${isForAll ? sql`true` : sql`contacts.client_id is not distinct from ${clientId}::uuid`}
      and ${found === undefined ? sql`true` : sql`contacts.id = any(array(${found}))`}
      and not exists (select from campaign_sends sends where sends.organization_id = ${ctx.organizationId}::uuid
        and sends.campaign_id = ${id}::uuid and sends.contact_id = contacts.id and sends.campaign_month = ${month}::date)`;
}

async function asked(ctx: Context, campaign: CampaignRow, { reason, search }: LeftOutFilter) {
  const found = await foundIds(ctx, search);
  if (found === undefined && reason !== 'not-selected') return named(ctx, campaign, reason);
  const everybody = await everybodyElse(ctx, campaign, found);
  return reason === undefined ? everybody : sql`select * from (${everybody}) everybody where reason = ${reason}`;
}

/** In the order of contact ids. */
export async function findLeftOut(ctx: Context, campaign: CampaignRow, filter: LeftOutFilter, { after, limit }: Place) {
  const { rows } = await sql<LeftOutRow>`
    select * from (${await asked(ctx, campaign, filter)}) answers
    where ${after === null ? sql`true` : sql`"contactId" > ${after}::uuid`} order by "contactId" limit ${limit}`.execute(
    ctx.db,
  );
  return rows;
}

export async function countLeftOut(
  ctx: Context,
  campaign: CampaignRow,
  filter: LeftOutFilter,
  most: number,
): Promise<number | null> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from (select from (${await asked(ctx, campaign, filter)}) answers limit ${most + 1}) counted`.execute(
    ctx.db,
  );
  const people = rows[0]?.people ?? 0;
  return people > most ? null : people;
}
