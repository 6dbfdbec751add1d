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
  // What another worker deletes at the same moment was found all the same: fewer deleted rows don't mean that none are left.
  const { rows } = await sql<Batch>`
    with batch as materialized (select ctid as place from ${table} where ${mine} limit ${size}),
      gone as (delete from ${table} where ${mine} and ctid = any(array(select place from batch)) returning 1)
    select (select count(*) from batch)::int as found, (select count(*) from gone)::int as deleted ${indexOnlyPlan}`.execute(
    ctx.db,
  );
  return rows[0]!;
}

/** Only what has no rows any more: nothing finds those of a forgotten parent again. */
export async function forget(ctx: Context, { id, relation, attribute, parentId }: Left): Promise<void> {
  await sql`
    delete from rows_to_delete where organization_id = ${ctx.organizationId}::uuid and id = ${id}::uuid
      and not exists (select from ${sql.table(relation)}
        where organization_id = ${ctx.organizationId}::uuid and ${sql.ref(attribute)} = ${parentId}::uuid)`.execute(
    ctx.db,
  );
}

export async function organizationsWithRows(sweep: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct organization_id as id from rows_to_delete`.execute(sweep);
  return rows.map(({ id }) => id);
}
