import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../database/database.ts';
import type { Batch } from '../database/in-batches.ts';
import { indexOnlyPlan } from '../database/scoped-query.ts';

/** Longer than any transaction: by then nobody writes rows of a parent they saw before it was deleted. */
const settledMinutes = 10;

export type Left = { id: string; relation: string; attribute: string; parentId: string; isSettled: boolean };

export async function findLeft(ctx: Context): Promise<Left[]> {
  const { rows } = await sql<Left>`
    select id, relation, attribute, parent_id as "parentId", since < now() - make_interval(mins => ${settledMinutes}) as "isSettled"
    from rows_to_delete where organization_id = ${ctx.organizationId}::uuid order by since, id`.execute(ctx.db);
  return rows;
}

/** Behind the wall of the organization, whatever a row names. */
export async function deleteBatch(ctx: Context, { relation, attribute, parentId }: Left, size: number): Promise<Batch> {
  const table = sql.table(relation);
  const mine = sql`organization_id = ${ctx.organizationId}::uuid and ${sql.ref(attribute)} = ${parentId}::uuid`;
  const { numAffectedRows = 0n } = await sql`
    delete from ${table} where ${mine} and ctid = any(array(select ctid from ${table} where ${mine} limit ${size})) ${indexOnlyPlan}`.execute(
    ctx.db,
  );
  return { found: Number(numAffectedRows), deleted: Number(numAffectedRows) };
}

export const forget = (ctx: Context, id: string) =>
  ctx.db.deleteFrom('rows_to_delete').where('organization_id', '=', ctx.organizationId).where('id', '=', id).execute();

export async function organizationsWithRows(sweep: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct organization_id as id from rows_to_delete`.execute(sweep);
  return rows.map(({ id }) => id);
}
