import { inTransaction } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { backgroundContext } from '../background-context.ts';
import { foldProgress, unfoldedCampaigns } from './queries.ts';

/** Keeps the rows few that a reader of figures sums up. */
export async function foldAll(database: Database, signal: AbortSignal): Promise<void> {
  for (const { organizationId, campaignId } of await unfoldedCampaigns(database.sweep)) {
    if (signal.aborted) return;
    const ctx = backgroundContext(database, organizationId, 'campaigns.progress');
    await inTransaction(ctx, (ctx) => foldProgress(ctx, campaignId));
  }
}
