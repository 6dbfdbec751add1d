import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

const own = (ctx: Context) =>
  ctx.db
    .updateTable('members')
    .where('organization_id', '=', ctx.organizationId)
    .set('updated_at', sql<Date>`now()`);

export const isOwner = async (ctx: Context, userId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', userId)
    .where('is_owner', '=', true)
    .executeTakeFirst()) !== undefined;

/** Call with the ADMIN rows held. Two statements: at no time may there be two owners, not even for the index. */
export async function moveOwner(ctx: Context, userId: string): Promise<void> {
  await own(ctx).set('is_owner', false).where('is_owner', '=', true).execute();
  await own(ctx).set('is_owner', true).where('user_id', '=', userId).execute();
}
