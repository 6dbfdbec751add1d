import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { FrozenContent } from './mailing.ts';

export async function clientName(ctx: Context, clientId: string): Promise<string | null> {
  const client = await ctx.db
    .selectFrom('clients')
    .select('name')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', clientId)
    .executeTakeFirst();
  return client?.name ?? null;
}

/** Fields of the client's contacts and those every client shares. */
export async function customFieldKeys(ctx: Context, clientId: string | null): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('contact_fields')
    .select('key')
    .where('organization_id', '=', ctx.organizationId)
    .$if(clientId !== null, (query) => query.where(sql<boolean>`(client_id is null or client_id = ${clientId}::uuid)`))
    .execute();
  return rows.map(({ key }) => key);
}

/** Of whoever has been an ADMIN longest. */
export async function firstAdminLanguage(ctx: Context): Promise<'en' | 'es' | 'fr'> {
  const admin = await ctx.db
    .selectFrom('members')
    .innerJoin('directory.users as people', (join) =>
      join.onRef('people.organization_id', '=', 'members.organization_id').onRef('people.id', '=', 'members.user_id'),
    )
    .select('people.locale')
    .where('members.organization_id', '=', ctx.organizationId)
    .where('members.role', '=', 'ADMIN')
    .orderBy('members.created_at')
    .orderBy('members.user_id')
    .executeTakeFirst();
  return (admin?.locale ?? 'en') as 'en' | 'es' | 'fr';
}

type Frozen = { campaignId: string; clientId: string | null; content: StoredContent; links: readonly FrozenLink[] };
export type StoredContent = FrozenContent & { senderId: string };
type FrozenLink = { no: number; url: string; isTrap: boolean };

/** Reputation belongs to it: complaints and bounces are counted by client and domain. */
export const noteSenderDomain = (ctx: Context, campaignId: string, domain: string) =>
  ctx.db
    .updateTable('campaigns')
    .set({ sender_domain: domain })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .execute();

/** Written once; a second start finds them there. */
export async function insertFrozen(ctx: Context, { campaignId, clientId, content, links }: Frozen): Promise<void> {
  await ctx.db
    .insertInto('campaign_contents')
    .values({
      organization_id: ctx.organizationId,
      campaign_id: campaignId,
      client_id: clientId,
      frozen: JSON.stringify(content),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`
    insert into campaign_links (organization_id, campaign_id, client_id, link_no, url, is_trap)
    select ${ctx.organizationId}::uuid, ${campaignId}::uuid, ${clientId}::uuid, no, url, is_trap
    from unnest(${links.map(({ no }) => no)}::smallint[], ${links.map(({ url }) => url)}::text[],
      ${links.map(({ isTrap }) => isTrap)}::boolean[]) as frozen (no, url, is_trap)
    on conflict do nothing`.execute(ctx.db);
}

export async function findFrozen(ctx: Context, campaignId: string) {
  const [row, links] = await Promise.all([
    ctx.db
      .selectFrom('campaign_contents')
      .select('frozen')
      .where('organization_id', '=', ctx.organizationId)
      .where('campaign_id', '=', campaignId)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('campaign_links')
      .select('link_no as no')
      .where('organization_id', '=', ctx.organizationId)
      .where('campaign_id', '=', campaignId)
      .execute(),
  ]);
  return row && { content: row.frozen as unknown as StoredContent, links };
}
