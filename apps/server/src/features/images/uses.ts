import type { ImageUse } from '@waggle/contracts/images';
import type { Context } from '#platform/context.ts';

export type Uses = { items: ImageUse[]; total: number };

/** Asks the owner of some emails which of them have the file of that name, the newest first. */
export type FindUses = (ctx: Context, fileName: string, most: number) => Promise<Uses>;

const mostShown = 100;

export async function findUses(ctx: Context, owners: readonly FindUses[], fileName: string): Promise<Uses> {
  const found = await Promise.all(owners.map((owner) => owner(ctx, fileName, mostShown)));
  return {
    items: found.flatMap(({ items }) => items).slice(0, mostShown),
    total: found.reduce((sum, { total }) => sum + total, 0),
  };
}
