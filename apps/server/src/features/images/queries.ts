import type { Owner } from '@waggle/contracts/clients';
import { sql } from 'kysely';
import { ownedBy, ownerNamed } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { byNameOrAge, containing, pageWithTotal } from '#platform/keyset.ts';

const columns = [
  ...(['id', 'client_id', 'name', 'alt', 'file_id', 'file_name', 'width', 'height', 'bytes'] as const),
  ...(['created_by', 'created_at'] as const),
] as const;

const own = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return ctx.db
    .selectFrom('images')
    .where('organization_id', '=', ctx.organizationId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId));
};

type Question = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: 'name' | '-name' | 'createdAt' | '-createdAt';
  owner?: Owner | undefined;
};

export async function findImages(ctx: Context, question: Question) {
  const { search } = question;
  const owned = own(ctx).where(ownedBy(await ownerNamed(ctx, question.owner)));
  const matching = owned.$if(search !== undefined, (query) =>
    query.where((image) =>
      image.or([image('name', 'ilike', containing(search ?? '')), image('alt', 'ilike', containing(search ?? ''))]),
    ),
  );
  return pageWithTotal(matching, matching.select(columns), question, byNameOrAge(question.sort));
}

export const findImage = (ctx: Context, imageId: string) =>
  own(ctx).select(columns).where('id', '=', imageId).executeTakeFirst();
export type ImageRow = NonNullable<Awaited<ReturnType<typeof findImage>>>;

type New = Pick<ImageRow, 'client_id' | 'name' | 'file_id' | 'file_name' | 'width' | 'height' | 'bytes' | 'created_by'>;

export const insertImage = (ctx: Context, image: New) =>
  ctx.db
    .insertInto('images')
    .values({ organization_id: ctx.organizationId, ...image })
    .returning(columns)
    .executeTakeFirstOrThrow();

export type ImageChange = { name?: string | undefined; alt?: string | undefined };

export const updateImage = (ctx: Context, imageId: string, change: ImageChange) => {
  const clientId = activeClient(ctx);
  return ctx.db
    .updateTable('images')
    .set({ name: change.name ?? sql.ref('name'), alt: change.alt ?? sql.ref('alt') })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', imageId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId))
    .returning(columns)
    .executeTakeFirst();
};

export const deleteImage = (ctx: Context, imageId: string) =>
  ctx.db
    .deleteFrom('images')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', imageId)
    .returning('file_id')
    .executeTakeFirst();

/** Which of some images are of that client; null is the organization itself. */
export async function imagesOfClient(
  ctx: Context,
  clientId: string | null,
  imageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (imageIds.length === 0) return new Set();
  const found = await ctx.db
    .selectFrom('images')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${imageIds}::uuid[])`)
    .where(sql<boolean>`client_id is not distinct from ${clientId}::uuid`)
    .execute();
  return new Set(found.map(({ id }) => id));
}
