import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type Table = 'tags' | 'segments' | 'contacts' | 'senders' | 'smtp_connections' | 'topics';
/** Null is the organization itself. */
export type Whose = 'anybody' | { of: string | null; orOrganization?: boolean };

export async function countKnown(ctx: Context, table: Table, ids: readonly string[], whose: Whose): Promise<number> {
  const { known } = await ctx.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('known'))
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(belongsTo(whose))
    .executeTakeFirstOrThrow();
  return Number(known);
}

function belongsTo(whose: Whose) {
  if (whose === 'anybody') return sql<boolean>`true`;
  const own = sql<boolean>`client_id is not distinct from ${whose.of}::uuid`;
  return whose.orOrganization ? sql<boolean>`(client_id is null or ${own})` : own;
}
