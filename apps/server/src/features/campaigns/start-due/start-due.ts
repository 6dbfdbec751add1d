import type { Database } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { freezeAudience, startCampaign } from '../jobs.ts';
import { dueCampaigns } from './queries.ts';

/** Wakes what is due by its row: a schedule whose time has come, and a freeze whose job was lost. Waking twice does nothing. */
export async function startDue(database: Database, signal: AbortSignal): Promise<void> {
  for (const { organizationId, campaignId, isStarted } of await dueCampaigns(database.sweep)) {
    if (signal.aborted) return;
    const ctx = backgroundContext(database, organizationId, 'campaigns.sweep');
    await enqueue(ctx, isStarted ? freezeAudience : startCampaign, { campaignId }, { singletonKey: campaignId });
  }
}
