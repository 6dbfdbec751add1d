import { importQuota } from '@waggle/contracts/imports';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { lockOpenImports } from './queries.ts';

/** Files wait in the database everybody shares, so what one organization may leave there is bounded. */
export async function refuseAboveQuota(ctx: Context, bytes: number): Promise<void> {
  const open = await lockOpenImports(ctx);
  if (open.count >= importQuota.open)
    throw new Problem(
      'quota_reached',
      `You have ${importQuota.open} unfinished imports. Finish or cancel one, then try again.`,
    );
  if (open.bytes + bytes > importQuota.openBytes)
    throw new Problem('quota_reached', 'Your unfinished imports are too large together. Finish or cancel one first.');
}
