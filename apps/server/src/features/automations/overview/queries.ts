import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

export type InFlightRow = {
  id: string;
  name: string;
  clientId: string | null;
  status: 'live' | 'paused' | 'closing';
  isHeld: boolean;
};

/** With somebody inside: the index answers by its first entry, however many there are. */
export async function findWithPeople(ctx: Context, limit: number): Promise<InFlightRow[]> {
  const clientId = activeClient(ctx);
  const { rows } = await sql<InFlightRow>`
    select id, name, client_id as "clientId", status, hold_reason is not null as "isHeld" from automations
    where organization_id = ${ctx.organizationId}::uuid and (${clientId}::uuid is null or client_id = ${clientId}::uuid)
      and status in ('live', 'paused', 'closing') and exists (
        select from automation_runs as run where run.organization_id = automations.organization_id and run.automation_id = automations.id)
    order by array_position(array['live', 'closing', 'paused'], status), updated_at desc, id limit ${limit}`.execute(
    ctx.db,
  );
  return rows;
}
