import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** Held until the end of the transaction: of two pictures sent at once, the second replaces the first. */
export const holdPhoto = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('members')
    .select('photo_id')
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

type Photo = { photo_id: string | null; photo_name: string | null };

export const setPhoto = (ctx: Context, userId: string, photo: Photo) =>
  ctx.db
    .updateTable('members')
    .set(photo)
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', userId)
    .execute();

/** Pictures of people of the organization by their ids; who has none, or is not in sight, is not among them. */
export async function findPhotoNames(
  ctx: Context,
  userIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string | null>> {
  const ids = [...new Set(userIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const found = await ctx.db
    .selectFrom('members')
    .select(['user_id', 'photo_name'])
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('photo_name', 'is not', null)
    .execute();
  return new Map(found.map(({ user_id, photo_name }) => [user_id, photo_name]));
}
