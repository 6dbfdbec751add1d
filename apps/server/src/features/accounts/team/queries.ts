import { editors } from '@waggle/contracts/roles';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';
import { containing, pageWithTotal } from '#platform/keyset.ts';
import { shownClient } from '#platform/sessions.ts';

type Question = { cursor?: string | undefined; limit: number; search?: string | undefined; sort: string };

const members = (ctx: Context) =>
  ctx.db
    .selectFrom('members as m')
    .innerJoin('directory.users as u', (join) =>
      join.onRef('u.organization_id', '=', 'm.organization_id').onRef('u.id', '=', 'm.user_id'),
    )
    .where('m.organization_id', '=', ctx.organizationId);

const memberColumns = [
  'm.user_id',
  'm.role',
  'm.is_owner',
  'm.client_id',
  'm.client_ids',
  'm.created_at',
  'm.notification_choices',
  'm.photo_name',
  'u.email',
  'u.name',
  'u.locale',
  'u.email_confirmed_at',
  'u.two_factor_enabled',
  'u.last_seen_at',
] as const;

export async function findMembers(ctx: Context, question: Question) {
  const byName = question.sort.endsWith('name');
  const keyset = {
    by: byName ? sql`lower(u.name)` : sql`m.created_at`,
    type: byName ? ('text' as const) : ('timestamptz' as const),
    id: sql`m.user_id`,
    descending: question.sort.startsWith('-'),
  };
  const typed = containing(question.search ?? '');
  const matching = members(ctx).$if(question.search !== undefined, (query) =>
    query.where((where) => where.or([where('u.name', 'ilike', typed), where('u.email', 'ilike', typed)])),
  );
  return pageWithTotal(matching, matching.select(memberColumns), question, keyset);
}

export const findMember = (ctx: Context, userId: string) =>
  members(ctx).select(memberColumns).where('m.user_id', '=', userId).executeTakeFirst();

export const findOwner = (ctx: Context) =>
  members(ctx).select(memberColumns).where('m.is_owner', '=', true).executeTakeFirst();
export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** Who accepted an invitation since then, the latest first. Whoever founded the organization has none. */
export const findJoined = (ctx: Context, since: Date, limit: number) =>
  members(ctx)
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select(['m.user_id', 'm.client_id', 'm.created_at', 'u.name'])
    .where('m.created_at', '>=', since)
    .whereRef('m.created_at', '>', 'o.created_at')
    .orderBy('m.created_at', 'desc')
    .orderBy('m.user_id')
    .limit(limit)
    .execute();

/** Who hears of what this person began: the person, or all ADMINs once they have left. Unconfirmed addresses get nothing. */
export async function findNoticed(ctx: Context, userId: string | null): Promise<string[]> {
  const confirmed = members(ctx).select('m.user_id').where('u.email_confirmed_at', 'is not', null);
  const begun = userId === null ? [] : await confirmed.where('m.user_id', '=', userId).execute();
  const found = begun.length > 0 ? begun : await confirmed.where('m.role', '=', 'ADMIN').limit(mostNoticed).execute();
  return found.map(({ user_id }) => user_id);
}
const mostNoticed = 20;

/** Who works with things and does not only look at them; those who came first. */
export async function findEditors(ctx: Context): Promise<string[]> {
  const found = await members(ctx)
    .select('m.user_id')
    .where('m.role', 'in', editors)
    .orderBy('m.created_at')
    .orderBy('m.user_id')
    .limit(mostNoticed)
    .execute();
  return found.map(({ user_id }) => user_id);
}

export const isMember = async (ctx: Context, userId: string): Promise<boolean> =>
  (await findMember(ctx, userId)) !== undefined;

/** Locks the ADMIN rows, so that two people cannot each remove the other as the last but one. */
export const lockAdmins = (ctx: Context) =>
  ctx.db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', ctx.organizationId)
    .where('role', '=', 'ADMIN')
    .orderBy('user_id')
    .forUpdate()
    .execute();

export const updateMember = (
  ctx: Context,
  userId: string,
  { role, clientIds }: { role: string; clientIds: readonly string[] },
) =>
  ctx.db
    .updateTable('members')
    .set({ role, client_id: clientIds[0] ?? null, client_ids: [...clientIds], updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', userId)
    .execute();

/** For the next sign-in. */
export const noteLastClient = (ctx: Context, userId: string, clientId: string | null) =>
  ctx.db
    .updateTable('members')
    .set({ last_client_id: clientId })
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`last_client_id is distinct from ${clientId}::uuid`)
    .execute();

/** How the person keeps the start list on Overview. */
export const startListOf = async (ctx: Context, userId: string): Promise<string> =>
  (
    await ctx.db
      .selectFrom('members')
      .select('start_list')
      .where('organization_id', '=', ctx.organizationId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).start_list;

export const keepStartList = (ctx: Context, userId: string, view: string) =>
  ctx.db
    .updateTable('members')
    .set({ start_list: view })
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', userId)
    .execute();

/** One cell of what a person chose: a kind of notification in the app or by email. */
export const keepNotificationChoice = (
  ctx: Context,
  userId: string,
  { kind, channel, on }: { kind: string; channel: string; on: boolean },
) =>
  ctx.db
    .updateTable('members')
    .set({
      notification_choices: sql`notification_choices || jsonb_build_object(${kind}::text,
        coalesce(notification_choices -> ${kind}::text, '{}') || jsonb_build_object(${channel}::text, ${on}::boolean))`,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', userId)
    .execute();

/** Which client a person looked at last, and which one is shown now: for whoever is limited one of theirs, while any is active. */
export const findClientsOf = (ctx: Pick<Context, 'db' | 'organizationId'>, userId: string) =>
  ctx.db
    .selectFrom('members as m')
    .select(['m.client_id', 'm.last_client_id', shownClient(sql`m.last_client_id`).as('shown_client_id')])
    .where('m.organization_id', '=', ctx.organizationId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();

export const countMembers = async (ctx: Context): Promise<number> =>
  Number(
    (
      await members(ctx)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

const openInvitations = (ctx: Context) =>
  ctx.db.selectFrom('invitations').where('organization_id', '=', ctx.organizationId).where('accepted_at', 'is', null);

export async function findInvitations(ctx: Context, question: Question) {
  const keyset = {
    by: sql`created_at`,
    type: 'timestamptz' as const,
    id: sql`id`,
    descending: question.sort.startsWith('-'),
  };
  const matching = openInvitations(ctx).$if(question.search !== undefined, (query) =>
    query.where('email', 'ilike', containing(question.search ?? '')),
  );
  return pageWithTotal(matching, matching.selectAll(), question, keyset);
}

export const findOpenInvitation = (ctx: Pick<Context, 'db' | 'organizationId'>, id: string) =>
  ctx.db
    .selectFrom('invitations')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();

export const isColleague = async (ctx: Context, email: string): Promise<boolean> =>
  (await members(ctx).select('m.user_id').where('u.email', '=', email).executeTakeFirst()) !== undefined;

/** Those of the addresses that belong to members. */
export const findColleagues = async (ctx: Context, emails: readonly string[]): Promise<string[]> =>
  (
    await members(ctx)
      .select('u.email')
      .where('u.email', '=', sql<string>`any(${emails}::text[])`)
      .execute()
  ).map(({ email }) => email);

/** Those of the addresses with an invitation whose link still works. */
export const findInvited = async (ctx: Context, emails: readonly string[]): Promise<string[]> =>
  (
    await openInvitations(ctx)
      .select('email')
      .where('expires_at', '>', sql<Date>`now()`)
      .where('email', '=', sql<string>`any(${emails}::text[])`)
      .execute()
  ).map(({ email }) => email);

export const findInviter = (ctx: Context, userId: string | null) =>
  members(ctx).select(['u.name', 'u.locale']).where('m.user_id', '=', userId).executeTakeFirst();

export type NewInvitation = { email: string; role: string; clientIds: readonly string[]; invitedBy: string };

/** Inviting the same address again replaces the open invitation; its old link stops working with the next version. */
export const upsertInvitation = (ctx: Context, invitation: NewInvitation) =>
  offer(ctx, invitation, { replacesValid: true }).executeTakeFirstOrThrow();

/** Nothing for an address whose invitation is still valid: of two calls at once one writes, and one mails. */
export const insertInvitation = (ctx: Context, invitation: NewInvitation) =>
  offer(ctx, invitation, { replacesValid: false }).executeTakeFirst();

const offer = (ctx: Context, invitation: NewInvitation, { replacesValid }: { replacesValid: boolean }) =>
  ctx.db
    .insertInto('invitations')
    .values({
      organization_id: ctx.organizationId,
      email: invitation.email,
      role: invitation.role,
      client_id: invitation.clientIds[0] ?? null,
      client_ids: [...invitation.clientIds],
      invited_by: invitation.invitedBy,
      expires_at: inSevenDays,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'email'])
        .where('accepted_at', 'is', null)
        .doUpdateSet((row) => ({
          role: row.ref('excluded.role'),
          client_id: row.ref('excluded.client_id'),
          client_ids: row.ref('excluded.client_ids'),
          invited_by: row.ref('excluded.invited_by'),
          expires_at: row.ref('excluded.expires_at'),
          version: sql`invitations.version + 1`,
          updated_at: sql<Date>`now()`,
        }))
        .where(sql<boolean>`(${replacesValid}::boolean or invitations.expires_at <= now())`),
    )
    .returningAll();

const inSevenDays = sql<Date>`now() + interval '7 days'`;

export const renewInvitation = (ctx: Context, id: string) =>
  ctx.db
    .updateTable('invitations')
    .set({ version: sql`version + 1`, expires_at: inSevenDays, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

export const deleteInvitation = (ctx: Context, id: string) =>
  ctx.db
    .deleteFrom('invitations')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();

/** Whoever may not invite any more must not come back by a link they wrote to themselves. */
export const deleteInvitationsBy = (ctx: Context, userId: string) =>
  ctx.db
    .deleteFrom('invitations')
    .where('organization_id', '=', ctx.organizationId)
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .execute();

/** One conditional update: of two people with the same link, one gets in. */
export const acceptInvitation = (db: Db, organizationId: string, { id, version }: { id: string; version: number }) =>
  db
    .updateTable('invitations')
    .set({ accepted_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
