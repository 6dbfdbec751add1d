import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

const runningOf = (ctx: Context, clientId: string) => sql`
  organization_id = ${ctx.organizationId}::uuid and client_id = ${clientId}::uuid and paused_at is null`;

export async function countRunningOf(ctx: Context, clientId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from report_schedules where ${runningOf(ctx, clientId)}`.execute(ctx.db);
  return rows[0]!.total;
}

/** Emails of it that wait to be sent are left out with it. */
export async function pauseRunningOf(ctx: Context, clientId: string): Promise<void> {
  await sql`update report_schedules set paused_at = now() where ${runningOf(ctx, clientId)}`.execute(ctx.db);
}
