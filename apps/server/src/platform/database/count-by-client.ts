import { sql } from 'kysely';
import type { Context } from '../context.ts';

type Counted = 'tags' | 'contact_fields' | 'segments' | 'forms' | 'email_templates' | 'qr_presets';

/** How many rows of a table each of these clients has; one without any is not in the answer. */
export async function countByClient(
  ctx: Context,
  table: Counted,
  clientIds: readonly string[],
): Promise<Map<string, number>> {
  if (clientIds.length === 0) return new Map();
  const found = await ctx.db
    .selectFrom(table)
    .select(['client_id', sql<number>`count(*)::int`.as('total')])
    .where('organization_id', '=', ctx.organizationId)
    .where('client_id', '=', sql<string>`any(${clientIds}::uuid[])`)
    .groupBy('client_id')
    .execute();
  return new Map(found.map(({ client_id, total }) => [client_id!, total]));
}
