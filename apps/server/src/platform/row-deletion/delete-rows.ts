import type { Context } from '../context.ts';
import { inBatches, type Turn } from '../database/in-batches.ts';
import * as queries from './queries.ts';

/**
 * Deletes the rows of what was deleted, in batches that are transactions of their own: after a kill the next turn goes on. False when
 * the turn ended before.
 */
export async function deleteRows(ctx: Context, turn: Turn): Promise<boolean> {
  for (const left of await queries.findLeft(ctx)) {
    const deleted = await inBatches(turn, (size) => queries.deleteBatch(ctx, left, size));
    if (deleted === 'turn over') return false;
    // What was under way when the parent was deleted may have added rows meanwhile, so a young one is looked at again.
    if (left.isSettled) await queries.forget(ctx, left);
  }
  return true;
}
