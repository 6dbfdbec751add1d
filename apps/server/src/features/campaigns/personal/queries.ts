import { sql } from 'kysely';
import { unmailableReason } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import type { CampaignFields } from '../queries.ts';

export type Addressee = { client_id: string | null; left_out: string | null };

/** The contact, if it is in sight, and why it may not be emailed. */
export async function findAddressee(ctx: Context, contactId: string): Promise<Addressee | undefined> {
  const { rows } = await sql<Addressee>`
    select client_id, ${unmailableReason} as left_out from contacts
    where organization_id = ${ctx.organizationId}::uuid and id = ${contactId}::uuid`.execute(ctx.db);
  return rows[0];
}

type NewEmail = Omit<
  CampaignFields,
  | 'document'
  | 'public_page'
  | 'topic_id'
  | 'utm'
  | 'sending_window'
  | 'scheduled_at'
  | 'scheduled_local'
  | 'scheduled_zone'
  | 'each_zone'
> & {
  id: string;
  client_id: string | null;
  contact_id: string;
  written_by: string;
};

/** The id is the caller's, so a request that is repeated finds the row of the first. */
export const insertEmail = (ctx: Context, { content, recipients, tracking, ...email }: NewEmail) =>
  ctx.db
    .insertInto('campaigns')
    .values({
      organization_id: ctx.organizationId,
      ...email,
      content: JSON.stringify(content),
      recipients: JSON.stringify(recipients),
      tracking: JSON.stringify(tracking),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

const ofContact = (ctx: Context, contactId: string) =>
  ctx.db
    .selectFrom('campaigns as c')
    .leftJoin('campaign_sends as s', (join) =>
      join
        .onRef('s.organization_id', '=', 'c.organization_id')
        .onRef('s.campaign_id', '=', 'c.id')
        .onRef('s.campaign_month', '=', 'c.campaign_month'),
    )
    .select([
      'c.id',
      'c.status',
      'c.subject',
      sql<string>`c.content ->> 'text'`.as('text'),
      'c.hold_reason',
      'c.created_at',
      's.state',
      's.reason',
      's.sent_at',
      's.opened_at',
      's.clicked_at',
      's.bounced_at',
      's.complained_at',
      sql<string | null>`(
        select users.name from directory.users where users.organization_id = c.organization_id and users.id = c.written_by)`.as(
        'by',
      ),
    ])
    .where('c.organization_id', '=', ctx.organizationId)
    .where('c.contact_id', '=', contactId);

/** What is not sent yet because its request is still under way, or was lost, is nobody's business but its sender's. */
export const findEmails = (ctx: Context, contactId: string, most: number) =>
  ofContact(ctx, contactId)
    .where('c.status', '<>', 'DRAFT')
    .where('c.deleted_at', 'is', null)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(most)
    .execute();
export type EmailRow = Awaited<ReturnType<typeof findEmails>>[number];

export const findEmail = (ctx: Context, contactId: string, id: string) =>
  ofContact(ctx, contactId).where('c.id', '=', id).executeTakeFirst();
