import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

type Largest = { id: string; name: string; at: Date; people: number };

/** Files with contacts that were imported in a span, by how many people they brought. One that was undone brought nobody. */
export async function findLargestImports(
  ctx: Context,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<Largest[]> {
  const clientId = activeClient(ctx);
  const { rows } = await sql<Largest>`
    select id, name, finished_at as at, coalesce((counts ->> 'created')::int, 0) as people from imports
    where organization_id = ${ctx.organizationId}::uuid and (${clientId}::uuid is null or client_id = ${clientId}::uuid)
      and kind = 'contacts' and state = 'done' and coalesce((counts ->> 'created')::int, 0) > 0
      and finished_at >= ${new Date(from).toISOString()}::timestamptz and finished_at < ${new Date(to).toISOString()}::timestamptz
    order by people desc, id limit ${limit}`.execute(ctx.db);
  return rows;
}
