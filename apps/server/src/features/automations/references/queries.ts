import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type Table = 'tags' | 'segments' | 'forms' | 'qr_codes' | 'campaigns' | 'automations';

/** How many of the rows are there, for somebody who sees what the caller sees, and belong to the client; null is the organization itself. */
export async function countKnown(
  ctx: Context,
  table: Table,
  ids: readonly string[],
  clientId: string | null,
): Promise<number> {
  const { known } = await ctx.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('known'))
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    // Only the campaign lets people into what is behind a sequence.
    .$if(table === 'automations', (query) => query.where(sql<boolean>`not is_sequence`))
    .where(sql<boolean>`client_id is not distinct from ${clientId}::uuid`)
    .executeTakeFirstOrThrow();
  return Number(known);
}
