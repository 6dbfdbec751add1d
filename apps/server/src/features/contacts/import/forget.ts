import type { Context } from '#platform/context.ts';
import * as queries from './queries.ts';

/** What is no longer needed: an upload nobody has started for a day, and the rows of an import that cannot be undone any more. */
export async function forgetOldImports(ctx: Context): Promise<void> {
  await queries.deleteNeverStarted(ctx);
  for (const { id } of await queries.findForgettable(ctx)) {
    await queries.deleteParts(ctx, id);
    while (await queries.deleteErrors(ctx, id));
  }
}
