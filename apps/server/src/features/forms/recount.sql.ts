import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** How many forms strangers can fill in now (44), as rows of `client_id`, `metric` and `total`. */
export const activeFormsNow = (ctx: Context) => sql`
  select client_id, 44::smallint as metric, count(*) as total from forms
  where organization_id = ${ctx.organizationId}::uuid and is_active and published_version is not null group by 1`;
