import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type InsideRow = { automationId: string; version: number };

/** Versions that may have people inside, of automations that have not ended. */
export async function findInside(ctx: Context): Promise<InsideRow[]> {
  const { rows } = await sql<InsideRow>`
    select distinct place.automation_id as "automationId", place.version
    from automations join automation_places as place on place.organization_id = automations.organization_id and place.automation_id = automations.id
    where automations.organization_id = ${ctx.organizationId}::uuid and automations.status in ('live', 'paused', 'closing')`.execute(
    ctx.db,
  );
  return rows;
}

export async function findVersion(ctx: Context, automationId: string, version: number) {
  const { rows } = await sql<{ document: unknown; program: unknown }>`
    select document, program from automation_versions where organization_id = ${ctx.organizationId}::uuid
      and automation_id = ${automationId}::uuid and version = ${version}::int`.execute(ctx.db);
  return rows[0];
}
