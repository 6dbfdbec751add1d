import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { guestIdleHours } from '#platform/guest-sessions.ts';
import { prepared } from '#platform/database/scoped-query.ts';

const own = (ctx: Context) => ctx.db.selectFrom('guest_links as g').where('g.organization_id', '=', ctx.organizationId);

/** Those that work, newest first. */
export const findOpenLinks = (ctx: Context, clientId: string) =>
  own(ctx)
    .leftJoin('directory.users as u', (join) =>
      join.onRef('u.organization_id', '=', 'g.organization_id').onRef('u.id', '=', 'g.created_by'),
    )
    .select(['g.id', 'g.name', 'g.created_at', 'g.expires_at', 'g.last_used_at', 'g.uses', 'u.name as created_by'])
    .where('g.client_id', '=', clientId)
    .where('g.ended_at', 'is', null)
    .where('g.expires_at', '>', sql<Date>`now()`)
    .orderBy('g.created_at', 'desc')
    .orderBy('g.id', 'desc')
    .execute();
export type LinkRow = Awaited<ReturnType<typeof findOpenLinks>>[number];

/** Held until the end of the transaction: of two who add the last link that is allowed, one is told so. */
export const holdClient = (ctx: Context, clientId: string) =>
  ctx.db
    .selectFrom('clients')
    .select('is_active')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', clientId)
    .forUpdate()
    .executeTakeFirst();

type NewLink = { clientId: string; name: string; token: string; days: number; createdBy: string };

export const insertLink = (ctx: Context, { clientId, name, token, days, createdBy }: NewLink) =>
  ctx.db
    .insertInto('guest_links')
    .values({
      organization_id: ctx.organizationId,
      client_id: clientId,
      name,
      token,
      created_by: createdBy,
      expires_at: sql<Date>`now() + make_interval(days => ${days}::int)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Whether it worked until now. Its sessions end with it. */
export async function endLink(ctx: Context, id: string): Promise<boolean> {
  const ended = await ctx.db
    .updateTable('guest_links')
    .set({ ended_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  if (!ended) return false;
  await ctx.db
    .deleteFrom('guest_sessions')
    .where('organization_id', '=', ctx.organizationId)
    .where('link_id', '=', id)
    .execute();
  return true;
}

export async function endLinksOf(ctx: Context, clientId: string): Promise<void> {
  await ctx.db
    .updateTable('guest_links')
    .set({ ended_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .execute();
  await ctx.db
    .deleteFrom('guest_sessions')
    .where('organization_id', '=', ctx.organizationId)
    .where('client_id', '=', clientId)
    .execute();
}

/** Whose a token is. */
export const findByToken = ({ directory }: Database, token: string) =>
  directory
    .selectFrom('guest_links')
    .select(['organization_id', 'client_id', 'id'])
    .where('token', '=', token)
    .modifyEnd(prepared)
    .executeTakeFirst();

/** With whose figures it shows; nothing while the organization is being deleted. */
export const findGuestView = (ctx: Pick<Context, 'db' | 'organizationId'>, linkId: string) =>
  ctx.db
    .selectFrom('guest_links as g')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.organization_id', '=', 'g.organization_id').onRef('c.id', '=', 'g.client_id'),
    )
    .innerJoin('organizations as o', 'o.id', 'g.organization_id')
    .leftJoin('brands as b', (join) =>
      join.onRef('b.organization_id', '=', 'g.organization_id').onRef('b.client_id', '=', 'g.client_id'),
    )
    .select(['g.id', 'g.name', 'g.client_id', 'g.created_at', 'g.expires_at', 'c.name as client_name'])
    .select(['o.name as organization_name', 'o.timezone', 'o.subscription_tier'])
    .select(['b.display_name', 'b.accent', 'b.logo_name'])
    .select(sql<boolean>`g.ended_at is null and g.expires_at > now() and c.is_active`.as('is_open'))
    .where('g.organization_id', '=', ctx.organizationId)
    .where('g.id', '=', linkId)
    .where('o.deleting_since', 'is', null)
    .modifyEnd(prepared)
    .executeTakeFirst();
export type GuestViewRow = NonNullable<Awaited<ReturnType<typeof findGuestView>>>;

/** Counts one more use, and answers whether it is the first of a day in UTC. */
export async function countUse(ctx: Context, linkId: string): Promise<boolean> {
  const { rows } = await sql<{ first: boolean }>`
    with before as (
      select last_used_at from guest_links where organization_id = ${ctx.organizationId} and id = ${linkId} for update
    )
    update guest_links g set uses = uses + 1, last_used_at = now() from before
    where g.organization_id = ${ctx.organizationId} and g.id = ${linkId}
    returning before.last_used_at is null or before.last_used_at < date_trunc('day', now(), 'UTC') as first`.execute(
    ctx.db,
  );
  return rows[0]?.first ?? false;
}

type NewSession = { linkId: string; clientId: string; token: string; end: Date };

export const insertSession = (ctx: Context, { linkId, clientId, token, end }: NewSession) =>
  ctx.db
    .insertInto('guest_sessions')
    .values({
      organization_id: ctx.organizationId,
      client_id: clientId,
      link_id: linkId,
      token,
      expires_at: sql<Date>`least(now() + make_interval(hours => ${guestIdleHours}), ${end}::timestamptz)`,
    })
    .execute();

export const deleteSession = (ctx: Context, sessionId: string) =>
  ctx.db
    .deleteFrom('guest_sessions')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sessionId)
    .execute();
