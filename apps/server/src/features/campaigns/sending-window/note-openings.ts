import { openingAt } from '@waggle/contracts/sending-window';
import type { Database } from '#platform/database/database.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { eachApart } from '#platform/each-apart.ts';
import { findWindow, noteOpening, shutCampaigns } from './queries.ts';

/**
 * Notes when the windows that shut open again. Until somebody has done so nothing of the campaign leaves, so a worker that dies
 * here loses nothing and sends nothing too early.
 */
export async function noteOpenings(database: Database, signal: AbortSignal): Promise<void> {
  await eachApart(await shutCampaigns(database.sweep), signal, async ({ organizationId, campaignId }) => {
    const ctx = backgroundContext(database, organizationId, 'campaigns.window');
    const found = await findWindow(ctx, campaignId);
    if (found) await noteOpening(ctx, campaignId, found.window && openingAt(found.window, found.now.getTime()));
  });
}
