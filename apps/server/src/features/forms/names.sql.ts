import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** What forms are called, of those in sight. */
export const findFormNames = (ctx: Context, formIds: readonly string[]) =>
  ctx.db
    .selectFrom('forms')
    .select(['id', 'name'])
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${formIds}::uuid[])`)
    .execute();
