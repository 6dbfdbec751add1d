import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

const columns = [
  'id',
  'client_id',
  'domain_id',
  'from_name',
  'from_email',
  'reply_to',
  'is_default',
  'tested_at',
  'created_at',
] as const;

const own = (ctx: Context) => ctx.db.selectFrom('senders').where('organization_id', '=', ctx.organizationId);

export const findSenders = (ctx: Context, most: number) =>
  own(ctx).select(columns).orderBy('is_default', 'desc').orderBy('id').limit(most).execute();
export type SenderRow = Awaited<ReturnType<typeof findSenders>>[number];

export const findSender = (ctx: Context, senderId: string) =>
  own(ctx).select(columns).where('id', '=', senderId).executeTakeFirst();

/** That one, if it is the client's own or the organization's. */
export const findUsableSender = (ctx: Context, senderId: string, clientId: string | null) =>
  own(ctx)
    .select(columns)
    .where('id', '=', senderId)
    .$if(clientId !== null, (query) => query.where(sql<boolean>`(client_id is null or client_id = ${clientId}::uuid)`))
    .executeTakeFirst();

/** Those of the client or the organization whose domain is verified; the default of the client first. */
export const findVerifiedSenders = (ctx: Context, clientId: string | null, most: number) =>
  ctx.db
    .selectFrom('senders as s')
    .innerJoin('sending_domains as d', (join) =>
      join.onRef('d.organization_id', '=', 's.organization_id').onRef('d.id', '=', 's.domain_id'),
    )
    .select(['s.id', 's.from_name as name', 's.from_email as email'])
    .where('s.organization_id', '=', ctx.organizationId)
    .where('d.state', '=', 'verified')
    .where(sql<boolean>`(s.client_id is null or s.client_id = ${clientId}::uuid)`)
    .orderBy(sql`s.client_id nulls last`)
    .orderBy('s.is_default', 'desc')
    .orderBy('s.id')
    .limit(most)
    .execute();

/** A sender of exactly this client, or with null of the organization itself, on a verified domain; the default first. */
export const findOwnVerifiedSender = (ctx: Context, clientId: string | null) =>
  ctx.db
    .selectFrom('senders as s')
    .innerJoin('sending_domains as d', (join) =>
      join.onRef('d.organization_id', '=', 's.organization_id').onRef('d.id', '=', 's.domain_id'),
    )
    .select(['s.id', 's.from_name as name', 's.from_email as email'])
    .where('s.organization_id', '=', ctx.organizationId)
    .where('d.state', '=', 'verified')
    .where(sql<boolean>`s.client_id is not distinct from ${clientId}::uuid`)
    .orderBy('s.is_default', 'desc')
    .orderBy('s.id')
    .executeTakeFirst();

/** The client's default, or else the organization's. */
export const findDefaultSender = (ctx: Context, clientId: string | null) =>
  own(ctx)
    .select(columns)
    .where('is_default', '=', true)
    .where(sql<boolean>`(client_id is null or client_id = ${clientId}::uuid)`)
    .orderBy(sql`client_id nulls last`)
    .executeTakeFirst();

/** Those of these senders, and every default: what a list of campaigns is sent from. */
export const findSenderNames = (ctx: Context, senderIds: readonly string[]) =>
  own(ctx)
    .select(['id', 'client_id as clientId', 'from_name as name', 'from_email as email', 'is_default as isDefault'])
    .where(sql<boolean>`(is_default or id = any(${senderIds}::uuid[]))`)
    .execute();

/** Of exactly this client, or with null of the organization itself: the default, else one that was tried. */
export const findSenderOf = (ctx: Context, clientId: string | null) =>
  own(ctx)
    .select(columns)
    .where(sql<boolean>`client_id is not distinct from ${clientId}::uuid`)
    .orderBy('is_default', 'desc')
    .orderBy(sql`tested_at desc nulls last`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export const noteTested = (ctx: Context, senderId: string) =>
  ctx.db
    .updateTable('senders')
    .set({ tested_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', senderId)
    .execute();

export const countSenders = (ctx: Context) => counted(own(ctx));
export const countSendersOf = (ctx: Context, domainId: string) => counted(own(ctx).where('domain_id', '=', domainId));

const counted = async (query: ReturnType<typeof own>): Promise<number> =>
  Number((await query.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()).total);

export const insertSender = (
  ctx: Context,
  sender: {
    client_id: string | null;
    domain_id: string;
    from_name: string;
    from_email: string;
    reply_to: string | null;
    is_default: boolean;
  },
) =>
  ctx.db
    .insertInto('senders')
    .values({ organization_id: ctx.organizationId, ...sender })
    .returning(columns)
    .executeTakeFirstOrThrow();

export type SenderChange = {
  domain_id?: string;
  from_name?: string;
  from_email?: string;
  reply_to?: string | null;
  is_default?: boolean;
  tested_at?: null;
};

export const updateSender = (ctx: Context, senderId: string, change: SenderChange) =>
  ctx.db
    .updateTable('senders')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', senderId)
    .returning(columns)
    .executeTakeFirst();

/** There is one default for each client, so the one before makes way. Two people who choose follow each other. */
export async function clearDefault(ctx: Context, clientId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`default-sender:${ctx.organizationId}`}, 0))`.execute(
    ctx.db,
  );
  await ctx.db
    .updateTable('senders')
    .set({ is_default: false })
    .where('organization_id', '=', ctx.organizationId)
    .where('is_default', '=', true)
    .where(sql<boolean>`client_id is not distinct from ${clientId}::uuid`)
    .execute();
}

export const deleteSender = (ctx: Context, senderId: string) =>
  ctx.db
    .deleteFrom('senders')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', senderId)
    .returning('id')
    .executeTakeFirst();

/** A verified domain of the organization itself: that of its default sender, else the one verified first. */
export const findDomainForClients = (ctx: Context) =>
  ctx.db
    .selectFrom('sending_domains as d')
    .leftJoin('senders as s', (join) =>
      join
        .onRef('s.organization_id', '=', 'd.organization_id')
        .onRef('s.domain_id', '=', 'd.id')
        .on('s.client_id', 'is', null)
        .on('s.is_default', '=', true),
    )
    .select(['d.id', 'd.domain'])
    .where('d.organization_id', '=', ctx.organizationId)
    .where('d.client_id', 'is', null)
    .where('d.state', '=', 'verified')
    .orderBy(sql`s.id is null`)
    .orderBy('d.verified_at')
    .orderBy('d.id')
    .executeTakeFirst();

export async function findAddressesOn(ctx: Context, domainId: string): Promise<string[]> {
  const found = await own(ctx).select('from_email').where('domain_id', '=', domainId).execute();
  return found.map(({ from_email }) => from_email);
}
