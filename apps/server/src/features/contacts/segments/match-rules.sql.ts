import type { Attributes } from '@waggle/contracts/contact-fields';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { compileRules } from './queries.ts';

/** Whether each of some contacts fits each of some rules, in the order of the rules. Who is gone is not in it. */
export async function matchRules(
  ctx: Context,
  trees: readonly RuleGroup[],
  contactIds: readonly string[],
): Promise<Map<string, boolean[]>> {
  const conditions = [];
  for (const tree of trees) conditions.push(await compileRules(ctx, tree, contactIds));
  const { rows } = await sql<{ id: string; holds: boolean[] }>`
    select id, array[${sql.join(conditions)}]::boolean[] as holds from ${comparedRows(ctx, contactIds)}`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, holds }) => [id, holds]));
}

/** Rows of these contacts, with other custom fields where some are asked for. */
export const comparedRows = (ctx: Context, contactIds: readonly string[], patch?: Attributes) =>
  patch
    ? sql`(select patched.* from contacts as known cross join lateral jsonb_populate_record(known,
        jsonb_build_object('attributes', jsonb_strip_nulls(known.attributes || ${JSON.stringify(patch)}::jsonb))) as patched
        where known.organization_id = ${ctx.organizationId}::uuid and known.id = any(${contactIds}::uuid[])) as contacts`
    : sql`contacts where organization_id = ${ctx.organizationId}::uuid and id = any(${contactIds}::uuid[])`;
