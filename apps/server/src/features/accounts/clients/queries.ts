import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';
import { byNameOrAge, containing, pageWithTotal } from '#platform/keyset.ts';

const own = (ctx: Context) => ctx.db.selectFrom('clients').where('organization_id', '=', ctx.organizationId);

export type ClientsQuestion = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: 'name' | '-name' | 'createdAt' | '-createdAt';
  active?: 'true' | 'false' | undefined;
};

export async function findClients(ctx: Context, question: ClientsQuestion) {
  const matching = own(ctx)
    .$if(question.search !== undefined, (query) => query.where('name', 'ilike', containing(question.search ?? '')))
    .$if(question.active !== undefined, (query) => query.where('is_active', '=', question.active === 'true'));
  return pageWithTotal(matching, matching.selectAll(), question, byNameOrAge(question.sort));
}

/** In a transaction the row is held, so that it cannot be archived before the end. */
export const findClient = (ctx: Context, clientId: string) =>
  own(ctx)
    .selectAll()
    .where('id', '=', clientId)
    .$if(ctx.db.isTransaction, (query) => query.forShare())
    .executeTakeFirst();

export async function findClientNames(ctx: Context, clientIds: readonly string[]): Promise<Map<string, string>> {
  if (clientIds.length === 0) return new Map();
  const found = await own(ctx)
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${clientIds}::uuid[])`)
    .execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** By name; those that are switched off are left out. */
export const findActiveClients = (ctx: Context, most: number) =>
  own(ctx).select(['id', 'name']).where('is_active', '=', true).orderBy('name').orderBy('id').limit(most).execute();

/** The same with what a list of them shows. */
export const findClientsWithLogo = (ctx: Context, most: number) =>
  ctx.db
    .selectFrom('clients as c')
    .leftJoin('brands as b', (join) =>
      join.onRef('b.organization_id', '=', 'c.organization_id').onRef('b.client_id', '=', 'c.id'),
    )
    .selectAll('c')
    .select('b.logo_name')
    .where('c.organization_id', '=', ctx.organizationId)
    .where('c.is_active', '=', true)
    .orderBy('c.id')
    .limit(most)
    .execute();

/** Who may see this client and no other that is active: they lose their access when it is archived. */
export const findLimitedTo = (ctx: Context, clientId: string) =>
  ctx.db
    .selectFrom('members as m')
    .select('m.user_id')
    .where('m.organization_id', '=', ctx.organizationId)
    .where(sql<boolean>`${clientId}::uuid = any(m.client_ids)`)
    .where(
      sql<boolean>`not exists (
        select from clients c where c.organization_id = m.organization_id and c.is_active and c.id = any(m.client_ids)
          and c.id <> ${clientId}::uuid)`,
    )
    .execute();

/** Both with the sign-in tables open. */
export const endSessionsOf = (db: Db, userIds: string[]) =>
  db
    .deleteFrom('directory.sessions')
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute();

export const leaveClient = (ctx: Context, clientId: string) =>
  ctx.db
    .updateTable('directory.sessions')
    .set({ active_client_id: null, must_choose_client: true })
    .where('active_client_id', '=', clientId)
    .where('user_id', 'in', (people) =>
      people.selectFrom('directory.users').select('id').where('organization_id', '=', ctx.organizationId),
    )
    .execute();

export const insertClient = (ctx: Context, client: { name: string; email: string | null }) =>
  ctx.db
    .insertInto('clients')
    .values({ organization_id: ctx.organizationId, ...client })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateClient = (ctx: Context, clientId: string, change: { name?: string; email?: string | null }) =>
  ctx.db
    .updateTable('clients')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', clientId)
    .returningAll()
    .executeTakeFirst();

export const setArchived = (ctx: Context, clientId: string, isArchived: boolean) =>
  ctx.db
    .updateTable('clients')
    .set({
      is_active: !isArchived,
      archived_at: isArchived ? sql<Date>`coalesce(archived_at, now())` : null,
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', clientId)
    .returningAll()
    .executeTakeFirst();

export const countClients = async (ctx: Context): Promise<number> =>
  Number(
    (
      await own(ctx)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

export const hasActiveClients = async (ctx: Context): Promise<boolean> =>
  (await own(ctx).select('id').where('is_active', '=', true).limit(1).executeTakeFirst()) !== undefined;

/**
 * The client whose id ends in these eight hex digits. None, or one of two that share them, is the whole organization: an
 * opt-out that binds too much is better than one that binds too little.
 */
export async function clientByMark(ctx: Context, mark: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from clients where organization_id = ${ctx.organizationId}::uuid and right(id::text, 8) = ${mark} limit 2`.execute(
    ctx.db,
  );
  return rows.length === 1 ? rows[0]!.id : null;
}

/** For changes that reach many rows without naming them. One list for the whole statement, so that no plan has a join more. */
export const isOfActiveClient = (ctx: Context, clientId = sql.ref('client_id')) => sql<boolean>`
  (${clientId} = any(array(select id from clients where organization_id = ${ctx.organizationId}::uuid and not is_active))) is not true`;

export const archivedClientIds = async (ctx: Context): Promise<string[]> =>
  (await own(ctx).select('id').where('is_active', '=', false).execute()).map(({ id }) => id);

/** The first of them by name, and how many there are. */
export async function findActiveNames(ctx: Context, most: number): Promise<{ names: string[]; total: number }> {
  const found = await own(ctx)
    .select(['name', sql<number>`(count(*) over ())::int`.as('total')])
    .where('is_active', '=', true)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(most)
    .execute();
  return { names: found.map(({ name }) => name), total: found[0]?.total ?? 0 };
}
