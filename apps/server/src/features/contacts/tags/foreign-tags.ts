import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { tagsOfClient } from './queries.ts';

/** For whoever keeps ids of tags: each must be there, and be the client's own; null is the organization itself. */
export async function refuseForeignTags(ctx: Context, tagIds: string[], clientId: string | null): Promise<void> {
  const named = [...new Set(tagIds.map((id) => id.toLowerCase()))];
  const known = await tagsOfClient(ctx, clientId, named);
  if (known.size < named.length) throw notFound();
}
