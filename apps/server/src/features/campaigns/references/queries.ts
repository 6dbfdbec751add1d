import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

type Table = 'tags' | 'segments' | 'contacts' | 'senders' | 'smtp_connections';

export async function countKnown(ctx: Context, table: Table, ids: readonly string[]): Promise<number> {
  const { known } = await ctx.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('known'))
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .executeTakeFirstOrThrow();
  return Number(known);
}
