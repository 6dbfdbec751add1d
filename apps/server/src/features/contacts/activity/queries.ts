import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { after, inOrder, page } from '#platform/keyset.ts';

const newestFirst = { by: sql`happened_at`, type: 'timestamptz', id: sql`id`, descending: true } as const;

type Question = { cursor?: string | undefined; limit: number };

export async function findActivity(ctx: Context, contactId: string, { cursor, limit }: Question) {
  const rows = await ctx.db
    .selectFrom('contact_activity')
    .select(['id', 'type', 'happened_at', 'ref_id', 'data'])
    .select(sql<string>`happened_at::text`.as('cursor_value'))
    .where('organization_id', '=', ctx.organizationId)
    .where('contact_id', '=', contactId)
    .where(after(cursor, newestFirst))
    .orderBy(inOrder(newestFirst))
    .limit(limit + 1)
    .execute();
  return page(rows, limit, ({ id }) => id);
}
export type ActivityRow = Awaited<ReturnType<typeof findActivity>>['items'][number];

/** Names of what activity is about, by id. Ids are unique over all kinds of things. */
export async function namesOf(ctx: Context, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const named = (table: 'tags' | 'imports' | 'campaigns') =>
    ctx.db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('organization_id', '=', ctx.organizationId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`);
  const rows = await named('tags').unionAll(named('imports')).unionAll(named('campaigns')).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
