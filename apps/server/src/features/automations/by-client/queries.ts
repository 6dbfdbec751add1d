import type { AutomationSummary } from '@waggle/contracts/automations';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type HeldRow = {
  id: string;
  name: string;
  clientId: string;
  /** What people see of a sequence is its campaign. */
  isSequence: boolean;
  hold: NonNullable<AutomationSummary['holdReason']>;
  since: Date;
};

/** Whoever is held is changed by nothing but the person who resumes it, so that the time it was held at stays. */
export async function findHeldOfClients(ctx: Context, most: number): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select id, name, client_id as "clientId", is_sequence as "isSequence", hold_reason as hold, coalesce(paused_at, updated_at) as since
    from automations where organization_id = ${ctx.organizationId}::uuid and hold_reason is not null and client_id is not null
      and status in ('live', 'paused', 'closing')
    order by since desc, id limit ${most}`.execute(ctx.db);
  return rows;
}
