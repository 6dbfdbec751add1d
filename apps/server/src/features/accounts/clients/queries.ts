import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { after, containing, inOrder, page } from '#platform/keyset.ts';

const own = (ctx: Context) => ctx.db.selectFrom('clients').where('organization_id', '=', ctx.organizationId);

export type ClientsQuestion = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: 'name' | '-name' | 'createdAt' | '-createdAt';
  active?: 'true' | 'false' | undefined;
};

export async function findClients(ctx: Context, question: ClientsQuestion) {
  const byName = question.sort.endsWith('name');
  const keyset = {
    by: byName ? sql`lower(name)` : sql`created_at`,
    type: byName ? ('text' as const) : ('timestamptz' as const),
    id: sql`id`,
    descending: question.sort.startsWith('-'),
  };
  const matching = own(ctx)
    .$if(question.search !== undefined, (query) => query.where('name', 'ilike', containing(question.search ?? '')))
    .$if(question.active !== undefined, (query) => query.where('is_active', '=', question.active === 'true'));
  const [rows, count] = await Promise.all([
    matching
      .selectAll()
      .select(sql<string>`${keyset.by}::text`.as('cursor_value'))
      .where(after(question.cursor, keyset))
      .orderBy(inOrder(keyset))
      .limit(question.limit + 1)
      .execute(),
    matching.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { ...page(rows, question.limit, (row) => row.id), total: Number(count.total) };
}

export const findClient = (ctx: Context, clientId: string) =>
  own(ctx).selectAll().where('id', '=', clientId).executeTakeFirst();

export const insertClient = (ctx: Context, client: { name: string; email: string | null }) =>
  ctx.db
    .insertInto('clients')
    .values({ organization_id: ctx.organizationId, ...client })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateClient = (
  ctx: Context,
  clientId: string,
  change: { name?: string; email?: string | null; is_active?: boolean },
) =>
  ctx.db
    .updateTable('clients')
    .set({ ...change, updated_at: sql<Date>`now()` })
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
