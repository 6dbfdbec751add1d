import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { readSearch, wordTest } from './words.sql.ts';

/** Contacts one search can name elsewhere than in their own list. */
const most = 10_000;

/** A subquery of the ids of contacts whom the typed text finds, as in the list of contacts; undefined where nothing was typed. */
export async function foundIds(ctx: Context, typed: string | undefined): Promise<RawBuilder<unknown> | undefined> {
  const search = await readSearch(ctx, typed);
  if (!search) return undefined;
  if (search.kind === 'words') {
    if (search.mark === undefined)
      return sql`select public.contact_matches(${search.query}::tsquery, ${most}::int) as id`;
    return sql`select id from contacts where organization_id = ${ctx.organizationId}::uuid and ${wordTest(search)}
      and id in (select public.contact_matches(${search.query}::tsquery, null)) limit ${most}`;
  }
  return sql`select id from contacts where organization_id = ${ctx.organizationId}::uuid
    and email_folded >= ${search.prefix} and email_folded < ${`${search.prefix}\u007f`} limit ${most}`;
}
