import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';

export async function organizationsWithAutomations(sweep: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct organization_id as id from automations where status in ('live', 'paused', 'closing') order by 1`.execute(
    sweep,
  );
  return rows.map(({ id }) => id);
}

export type Inside = {
  id: string;
  name: string;
  isSequence: boolean;
  status: string;
  holdReason: string | null;
  inside: number;
  /** Of them, who would go on at once. */
  due: number;
};

export async function findInside(ctx: Context): Promise<Inside[]> {
  const { rows } = await sql<Inside>`
    select id, name, is_sequence as "isSequence", status, hold_reason as "holdReason", counted.* from automations cross join lateral (
      select count(*)::int as inside, count(*) filter (where wake_at <= now())::int as due from automation_runs as run
      where run.organization_id = automations.organization_id and run.automation_id = automations.id
    ) counted
    where organization_id = ${ctx.organizationId}::uuid and status in ('live', 'paused', 'closing') order by name, id`.execute(
    ctx.db,
  );
  return rows;
}

/** A live one still lets people in, who wait with the others. Answers how many. */
export async function holdLive(ctx: Context): Promise<number> {
  const { numAffectedRows } = await sql`
    update automations set hold_reason = 'restored', paused_at = now(), updated_at = now()
    where organization_id = ${ctx.organizationId}::uuid and status = 'live' and hold_reason is null and not is_sequence`.execute(
    ctx.db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** One that lets nobody in any more is paused, so that a person may let those inside finish. Answers which. */
export async function pauseClosing(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update automations set status = 'paused', hold_reason = 'restored', paused_at = now(), updated_at = now()
    where organization_id = ${ctx.organizationId}::uuid and status = 'closing' and not is_sequence returning id`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}

export async function findLiveSequences(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from automations where organization_id = ${ctx.organizationId}::uuid and (status = 'live' or resuming is not null) and is_sequence
    order by id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Those that were being resumed when the backup was made: the job that moves the times is in it, and would let them go on. */
export async function findResuming(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from automations where organization_id = ${ctx.organizationId}::uuid and resuming is not null and not is_sequence order by id`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}

export const holdResumed = (ctx: Context, automationId: string) =>
  sql`
    update automations set hold_reason = 'restored', paused_at = now(), updated_at = now()
    where organization_id = ${ctx.organizationId}::uuid and id = ${automationId}::uuid`.execute(ctx.db);
