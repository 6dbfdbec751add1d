import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Database, Db } from '#platform/database/database.ts';

const columns = [
  'id',
  'client_id',
  'name',
  'kind',
  'last_order_at',
  'last_error',
  'last_error_at',
  'created_at',
] as const;

const own = (ctx: Pick<Context, 'db' | 'organizationId'>) =>
  ctx.db.selectFrom('shops').where('organization_id', '=', ctx.organizationId);

export const findShops = (ctx: Context, clientId: string | null) =>
  own(ctx)
    .select(columns)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId))
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostShops)
    .execute();
export type ShopRow = Awaited<ReturnType<typeof findShops>>[number];

/** An organization with more than this keeps no list a person could read. */
export const mostShops = 200;

export async function countShops(ctx: Context): Promise<number> {
  const { count } = await own(ctx)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

type NewShop = { client_id: string | null; name: string; kind: string; secret: Buffer; created_by: string };

export const insertShop = (ctx: Context, shop: NewShop) =>
  ctx.db
    .insertInto('shops')
    .values({ organization_id: ctx.organizationId, ...shop })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const deleteShopRow = (ctx: Context, shopId: string) =>
  ctx.db
    .deleteFrom('shops')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', shopId)
    .returning('id')
    .executeTakeFirst();

export async function findShopClients(ctx: Context, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await own(ctx)
    .select(['id', 'client_id'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, client_id }) => [id, client_id]));
}

export const noteReport = (ctx: Context, shopId: string, said: { error: string } | { orderAt: Date }) =>
  ctx.db
    .updateTable('shops')
    .set('error' in said ? { last_error: said.error, last_error_at: ctx.now() } : { last_order_at: said.orderAt })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', shopId)
    .execute();

type Tenant = { db: Db; organizationId: string };

export async function findOrganizationsWithShops({ sweep }: Database): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from shops order by 1`.execute(sweep);
  return rows.map(({ organization_id }) => organization_id);
}

export const findShopSecrets = ({ db, organizationId }: Tenant) =>
  db
    .selectFrom('shops')
    .select(['id', 'secret as sealed'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();

export const replaceShopSecret = async (ctx: Tenant, id: string, before: Buffer, fresh: Buffer): Promise<boolean> =>
  (await ctx.db
    .updateTable('shops')
    .set({ secret: fresh })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('secret', '=', before)
    .returning('id')
    .executeTakeFirst()) !== undefined;
