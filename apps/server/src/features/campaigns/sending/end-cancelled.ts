import type { Database } from '#platform/database/database.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { eachApart } from '#platform/each-apart.ts';
import { completeIfDone } from './campaign-ledger.ts';
import * as queries from './queries.ts';

/** Marks everybody who still waits for a cancelled campaign, a stretch at a time, and ends it with the last answer. */
export async function endCancelled(database: Database, signal: AbortSignal): Promise<void> {
  await eachApart(await queries.cancelledCampaigns(database.sweep), signal, async ({ organizationId, ...ledger }) => {
    const ctx = backgroundContext(database, organizationId, 'campaigns.cancel');
    while (!signal.aborted && (await queries.cancelSome(ctx, ledger, queries.cancelStretch)) > 0);
    if (signal.aborted) return;
    const { isOpen } = await queries.nextDue(ctx, ledger);
    if (!isOpen) await completeIfDone(ctx, ledger);
  });
}
