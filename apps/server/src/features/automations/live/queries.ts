import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type InsideRow = { automationId: string; version: number };

/** Versions that have people inside, of automations that have not ended. From one version to the next, however many are inside and were before. */
export async function findInside(ctx: Context): Promise<InsideRow[]> {
  const ofAutomation = sql`select run.version from automation_runs as run
    where run.organization_id = ${ctx.organizationId}::uuid and run.automation_id = automations.id`;
  const { rows } = await sql<InsideRow>`
    select automations.id as "automationId", inside.version from automations cross join lateral (
      with recursive inside as (
        (${ofAutomation} order by run.version limit 1)
        union all
        select (${ofAutomation} and run.version > inside.version order by run.version limit 1) from inside where inside.version is not null
      ) select version from inside where version is not null
    ) inside
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
