import type { GoalMetric } from '@waggle/contracts/goals';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

type GoalRow = { id: string; metric: GoalMetric; target: number; client_id: string | null };

const columns = sql`id, metric, target::float8 as target, client_id`;

/** Those of the client that is shown alone; where all are, those of the organization and of none of its clients. */
const shown = (ctx: Context) =>
  sql`organization_id = ${ctx.organizationId}::uuid and client_id is not distinct from ${activeClient(ctx)}::uuid`;

export async function findGoals(ctx: Context): Promise<GoalRow[]> {
  const { rows } = await sql<GoalRow>`
    select ${columns} from metric_goals where ${shown(ctx)} order by metric`.execute(ctx.db);
  return rows;
}

export async function upsertGoal(ctx: Context, { metric, target }: Pick<GoalRow, 'metric' | 'target'>) {
  const { rows } = await sql<GoalRow>`
    insert into metric_goals (organization_id, client_id, metric, target)
    values (${ctx.organizationId}::uuid, ${activeClient(ctx)}::uuid, ${metric}, ${target})
    on conflict (organization_id, client_id, metric) do update set target = excluded.target
    returning ${columns}`.execute(ctx.db);
  return rows[0]!;
}

/** Where all clients are shown also that of a client. */
export async function deleteGoal(ctx: Context, id: string): Promise<boolean> {
  const clientId = activeClient(ctx);
  const { rows } = await sql`
    delete from metric_goals where organization_id = ${ctx.organizationId}::uuid and id = ${id}::uuid
      and (${clientId}::uuid is null or client_id = ${clientId}::uuid) returning id`.execute(ctx.db);
  return rows.length > 0;
}
