import type { LibraryImage } from '@waggle/contracts/images';
import { clientOrOrganization, findPeopleNames } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { organizationQuota, type Storage } from '#platform/storage/storage.ts';
import { mostFileBytes } from '#platform/storage/accept-image.ts';
import { measureImage } from './bounds.ts';
import { redrawInThread } from './in-thread.ts';
import * as queries from './queries.ts';
import { type FindUses, findUses, type Uses } from './uses.ts';

const purpose = 'library-image';

export type Images = {
  publicUrl: string;
  storage: Storage;
  /** Of each feature that has emails; they add themselves. */
  owners: FindUses[];
};

type Question = Parameters<typeof queries.findImages>[1];

export async function listImages({ publicUrl }: Images, ctx: Context, question: Question) {
  const { items, ...rest } = await queries.findImages(ctx, question);
  const authors = await authorsOf(ctx, items);
  return { items: items.map((row) => present(publicUrl, row, authors)), ...rest };
}

export async function readStorage({ storage }: Images, ctx: Context) {
  return { usedBytes: (await storage.usage(ctx)).bytes, mostBytes: organizationQuota.bytes };
}

type Sent = { content: Uint8Array; name: string; clientId?: string | null | undefined };

/** Measured here, so that what would unpack to gigabytes never waits for a thread; then drawn anew, stored and kept. */
export async function uploadImage(images: Images, ctx: Context, { content, name, ...typed }: Sent) {
  const { storage, publicUrl } = images;
  measureImage(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  const clientId = await clientOrOrganization(ctx, typed.clientId);
  const drawn = await redrawInThread(ctx, content);
  const upload = { content: drawn, purpose, clientId, isPublic: true };
  const file = await storage.put(ctx, upload, { mostBytes: mostFileBytes, quota: organizationQuota });
  return inTransaction(ctx, async (ctx) => {
    await storage.keep(ctx, { id: file.id, purpose });
    const row = await queries.insertImage(ctx, {
      client_id: clientId,
      name,
      file_id: file.id,
      file_name: file.url!.split('/').at(-1)!,
      width: file.width,
      height: file.height,
      bytes: file.bytes,
      created_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    });
    await ctx.audit?.(ctx, row.id);
    return present(publicUrl, row, await authorsOf(ctx, [row]));
  });
}

export async function updateImage({ publicUrl }: Images, ctx: Context, imageId: string, change: queries.ImageChange) {
  const row = await queries.updateImage(ctx, imageId, change);
  if (!row) throw notFound();
  return present(publicUrl, row, await authorsOf(ctx, [row]));
}

export async function listUses({ owners }: Images, ctx: Context, imageId: string): Promise<Uses> {
  return findUses(ctx, owners, (await requireImage(ctx, imageId)).file_name);
}

/** Its address leads nowhere from now on, also in emails that were sent. */
export async function deleteImage({ storage, owners }: Images, ctx: Context, imageId: string, used: boolean) {
  const { file_name } = await requireImage(ctx, imageId);
  if (!used && (await findUses(ctx, owners, file_name)).total > 0)
    throw new Problem('in_use', 'Emails use this image. Remove it there first, or confirm that you want to delete it.');
  await inTransaction(ctx, async (ctx) => {
    const deleted = await queries.deleteImage(ctx, imageId);
    if (!deleted) throw notFound();
    await storage.remove(ctx, { id: deleted.file_id, purpose });
  });
}

async function requireImage(ctx: Context, imageId: string) {
  const image = await queries.findImage(ctx, imageId);
  if (!image) throw notFound();
  return image;
}

type Authors = Awaited<ReturnType<typeof findPeopleNames>>;
const authorsOf = (ctx: Context, rows: readonly queries.ImageRow[]): Promise<Authors> =>
  findPeopleNames(
    ctx,
    rows.map((row) => row.created_by),
  );

const present = (publicUrl: string, row: queries.ImageRow, authors: Authors): LibraryImage => ({
  id: row.id,
  clientId: row.client_id,
  name: row.name,
  alt: row.alt,
  url: `${publicUrl}/f/${row.file_name}`,
  width: row.width,
  height: row.height,
  bytes: row.bytes,
  addedBy: authors.get(row.created_by) ?? null,
  createdAt: row.created_at.toISOString(),
});
