import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** What automations are called, by id. */
export async function namesOf(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from automations where organization_id = ${ctx.organizationId}::uuid and id = any(${ids}::uuid[])`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
