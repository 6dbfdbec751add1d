import { sql } from 'kysely';
import type { ClientWork } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { shiftAll } from '../status/shift-times.ts';

/** Paused like by hand: people stay where they are, and whoever resumes it decides about what was due meanwhile. */
export const clientAutomations: ClientWork = { kind: 'automations', count: countGoing, stop: pauseGoing };

/** Sequences are left to campaigns, which pause and count them. */
const ofClient = (ctx: Context, clientId: string) => sql`organization_id = ${ctx.organizationId}::uuid
  and client_id = ${clientId}::uuid and not is_sequence`;
const isGoing = sql`status in ('live', 'closing')`;

async function countGoing(ctx: Context, clientId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from automations where ${ofClient(ctx, clientId)} and (${isGoing} or resuming is not null)`.execute(
    ctx.db,
  );
  return rows[0]!.total;
}

async function pauseGoing(ctx: Context, clientId: string): Promise<void> {
  // While one is being resumed some have waited longer already: all of them do, before the next pause begins.
  for (const id of await holdResumed(ctx, clientId)) await shiftAll(ctx, id);
  await sql`
    with paused as (
      update automations set status = 'paused', paused_at = coalesce(paused_at, now()), updated_at = now()
      where ${ofClient(ctx, clientId)} and ${isGoing} returning id
    )
    update automation_places as place set next_at = 'infinity' from paused
    where place.organization_id = ${ctx.organizationId}::uuid and place.automation_id = paused.id`.execute(ctx.db);
}

/** Their pause begins anew. */
async function holdResumed(ctx: Context, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update automations set paused_at = now(), updated_at = now() where ${ofClient(ctx, clientId)} and resuming is not null
    returning id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}
