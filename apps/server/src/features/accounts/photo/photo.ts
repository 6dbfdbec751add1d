import { mostPhotoBytes } from '@waggle/contracts/profile';
import { type Context, inTransaction } from '#platform/context.ts';
import { organizationQuota } from '#platform/storage/storage.ts';
import type { ServedAccounts } from '../accounts.ts';
import { person, readUser } from '../profile.ts';
import { wholeOrganization } from '../whole-organization.ts';
import { cropInThread } from './in-thread.ts';
import * as queries from './queries.ts';

const purpose = 'profile-photo';

export async function uploadPhoto(accounts: ServedAccounts, ctx: Context, sent: Uint8Array) {
  const { userId, clientLimit: clientId } = person(ctx);
  const content = await cropInThread(ctx, sent);
  const upload = { content, purpose, clientId, isPublic: true };
  const limits = { mostBytes: mostPhotoBytes, quota: organizationQuota };
  const { id } = await accounts.storage.put(ctx, upload, limits);
  await inTransaction(wholeOrganization(accounts, ctx), async (ctx) => {
    const { url } = await accounts.storage.keep(ctx, { id, purpose });
    await endPhoto(accounts, ctx, userId);
    await queries.setPhoto(ctx, userId, { photo_id: id, photo_name: url?.split('/').at(-1) ?? null });
    await ctx.audit?.(ctx);
  });
  return readUser(accounts, ctx);
}

export async function removePhoto(accounts: ServedAccounts, ctx: Context) {
  await inTransaction(wholeOrganization(accounts, ctx), async (ctx) => {
    await endPhoto(accounts, ctx, person(ctx).userId);
    await queries.setPhoto(ctx, person(ctx).userId, { photo_id: null, photo_name: null });
    await ctx.audit?.(ctx);
  });
  return readUser(accounts, ctx);
}

/** In the transaction in which the person loses it, for a context that sees the whole organization. Its address ends at once. */
export async function endPhoto({ storage }: ServedAccounts, ctx: Context, userId: string): Promise<void> {
  const held = await queries.holdPhoto(ctx, userId);
  if (held?.photo_id) await storage.remove(ctx, { id: held.photo_id, purpose });
}
