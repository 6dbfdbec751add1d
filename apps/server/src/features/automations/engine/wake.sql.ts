import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Place } from './place.ts';

export type InsideRun = Place & { id: string; clientId: string | null };
const shown = sql`run.id, run.automation_id as "automationId", run.version, run.step, run.client_id as "clientId"`;

/**
 * Runs of some people in some automations, wherever they stand. Whoever is being moved is waited for: the step that was read before
 * is not the one they stand at then.
 */
export async function lockRunsOf(
  ctx: Context,
  contactIds: readonly string[],
  automationIds: readonly string[],
): Promise<InsideRun[]> {
  const { rows } = await sql<InsideRun>`
    select ${shown} from automation_runs as run where run.organization_id = ${ctx.organizationId}::uuid
      and run.contact_id = any(${contactIds}::uuid[]) and run.automation_id = any(${automationIds}::uuid[]) and run.stuck is null
    order by run.id for update`.execute(ctx.db);
  return rows;
}

export async function lockRuns(ctx: Context, runIds: readonly string[]): Promise<InsideRun[]> {
  const { rows } = await sql<InsideRun>`
    select ${shown} from automation_runs as run where run.organization_id = ${ctx.organizationId}::uuid
      and run.id = any(${runIds}::uuid[]) order by run.id for update`.execute(ctx.db);
  return rows;
}

/** Some who are inside, in no order: to sort a million of them for each batch would take longer than the batch. */
export async function lockSomeInside(ctx: Context, automationId: string, most: number): Promise<InsideRun[]> {
  const { rows } = await sql<InsideRun>`
    select ${shown} from automation_runs as run where run.organization_id = ${ctx.organizationId}::uuid
      and run.automation_id = ${automationId}::uuid limit ${most} for update`.execute(ctx.db);
  return rows;
}

/** By the clock of the database, in whole milliseconds as all times of runs are. */
const now = sql`date_trunc('milliseconds', now())`;

export const wakeRuns = (ctx: Context, runIds: readonly string[]) =>
  sql`update automation_runs set wake_at = ${now} where organization_id = ${ctx.organizationId}::uuid
    and id = any(${runIds}::uuid[]) and wake_at > ${now}`.execute(ctx.db);

/** Those who are stuck go on as if nothing had failed. */
export const freeRuns = (ctx: Context, runIds: readonly string[]) =>
  sql`update automation_runs set wake_at = ${now}, attempts = 0, stuck = null
    where organization_id = ${ctx.organizationId}::uuid and id = any(${runIds}::uuid[])`.execute(ctx.db);

/**
 * Answers whether the run still waits for this answer: it has had no turn since it asked, or was moved to a new version and stayed at
 * the step. The caller has seen that it rests there.
 */
export async function keepAnswer(
  ctx: Context,
  { runId, seq, stepId, answer }: { runId: string; seq: number; stepId: string; answer: unknown },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update automation_runs as run set memory = coalesce(memory, '{}'::jsonb) || jsonb_build_object(${stepId}::text, ${JSON.stringify(answer)}::jsonb)
    where organization_id = ${ctx.organizationId}::uuid and id = ${runId}::uuid
      and (seq = ${seq}::int or exists (
        select from automation_webhooks as asked where asked.organization_id = run.organization_id and asked.run_id = run.id
          and asked.step_id = ${stepId} and asked.seq = ${seq}::int and asked.asked_at >= run.arrived_at))`.execute(
    ctx.db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}
