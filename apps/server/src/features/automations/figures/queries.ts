import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type CountRow = {
  automationId: string;
  /** Empty for the automation itself. */
  stepId: string;
  arrived: number;
  done: number;
  skipped: number;
  ended: number;
  reached: number;
};

const sums = sql`sum(arrived)::float8 as arrived, sum(done)::float8 as done, sum(skipped)::float8 as skipped,
  sum(ended)::float8 as ended, sum(reached)::float8 as reached`;

export async function findCounts(ctx: Context, automationId: string): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select automation_id as "automationId", step_id as "stepId", ${sums} from automation_counts
    where organization_id = ${ctx.organizationId}::uuid and automation_id = ${automationId}::uuid
    group by automation_id, step_id`.execute(ctx.db);
  return rows;
}

/** Of the automations themselves. */
export async function findTotals(ctx: Context, automationIds: readonly string[]): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select automation_id as "automationId", step_id as "stepId", ${sums} from automation_counts
    where organization_id = ${ctx.organizationId}::uuid and automation_id = any(${automationIds}::uuid[]) and step_id = ''
    group by automation_id, step_id`.execute(ctx.db);
  return rows;
}

export async function countStuck(ctx: Context, automationIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; stuck: number }>`
    select automation_id as id, count(*)::int as stuck from automation_runs
    where organization_id = ${ctx.organizationId}::uuid and automation_id = any(${automationIds}::uuid[]) and stuck is not null
    group by automation_id`.execute(ctx.db);
  return new Map(rows.map(({ id, stuck }) => [id, stuck]));
}

/** Counted exactly up to here: beyond it a screen says 'more than', and a look stays cheap. */
export const mostCounted = 10_000;

/** People at each place now. */
export async function countHere(
  ctx: Context,
  automationId: string,
): Promise<{ version: number; step: number; here: number }[]> {
  const { rows } = await sql<{ version: number; step: number; here: number }>`
    select place.version, place.step, here.people as here from automation_places as place cross join lateral (
      select count(*)::int as people from (
        select from automation_runs as run where run.organization_id = place.organization_id
          and run.automation_id = place.automation_id and run.version = place.version and run.step = place.step
        limit ${mostCounted}
      ) counted
    ) here
    where place.organization_id = ${ctx.organizationId}::uuid and place.automation_id = ${automationId}::uuid and here.people > 0`.execute(
    ctx.db,
  );
  return rows;
}
