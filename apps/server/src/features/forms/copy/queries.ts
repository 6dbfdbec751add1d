import type { FormDefinition } from '@waggle/contracts/form-definition';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { countByClient } from '#platform/database/count-by-client.ts';

export const countFormsOf = (ctx: Context, clientIds: readonly string[]) => countByClient(ctx, 'forms', clientIds);

export const findDraftsOf = (ctx: Context, clientId: string) =>
  ctx.db
    .selectFrom('forms')
    .select(['id', 'name', 'draft'])
    .where('organization_id', '=', ctx.organizationId)
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute();

export type FormCopy = { source: string; name: string; draft: FormDefinition };

/** Drafts that are switched off, with the id of each by that of its source. */
export async function insertCopies(
  ctx: Context,
  to: string,
  copies: readonly FormCopy[],
): Promise<Map<string, string>> {
  if (copies.length === 0) return new Map();
  const changedBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  const { rows } = await sql<{ source: string; id: string }>`
    with copy as materialized (
      select source, name, draft, new_id() as id
      from json_to_recordset(${JSON.stringify(copies)}::json) as sent (source uuid, name text, draft json)
    ), made as (
      insert into forms (organization_id, id, client_id, name, is_active, draft, draft_changed_by)
      select ${ctx.organizationId}::uuid, id, ${to}::uuid, name, false, draft, ${changedBy}::uuid from copy
    )
    select source, id from copy`.execute(ctx.db);
  return new Map(rows.map(({ source, id }) => [source, id]));
}
