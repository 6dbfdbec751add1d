import { sql } from 'kysely';
import type { HoldReason } from '@waggle/contracts/campaign-holds';
import type { Context } from '#platform/context.ts';

/** Scheduled or being sent. Emails to one contact and of automations are left out: nobody is told of the first, automations tell of theirs. */
export async function countGoing(ctx: Context, clientId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from campaigns
    where organization_id = ${ctx.organizationId}::uuid and client_id = ${clientId}::uuid and status = 'ACTIVE'
      and cancelled_at is null and deleted_at is null and contact_id is null and automation_id is null`.execute(ctx.db);
  return rows[0]!.total;
}

/** From this commit on nobody is offered an email of them. Answers the sequences among them that have started. */
export async function pauseGoing(ctx: Context, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; isStarted: boolean }>`
    update campaigns set status = 'PAUSED', hold_reason = ${'client_archived' satisfies HoldReason}, updated_at = now()
    where organization_id = ${ctx.organizationId}::uuid and client_id = ${clientId}::uuid and status = 'ACTIVE'
      and cancelled_at is null and deleted_at is null
    returning id, type = 'SEQUENCE' and sent_at is not null as "isStarted"`.execute(ctx.db);
  return rows.flatMap(({ id, isStarted }) => (isStarted ? id : []));
}
