import { inTransaction } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { eachApart } from '#platform/each-apart.ts';
import { foldCohorts } from '../cohorts/cohorts.ts';
import { foldMailboxes } from '../mailboxes/queries.ts';
import { noteFailing } from './failing.ts';
import { foldProgress, lockFigures, unfoldedCampaigns } from './queries.ts';

/** Keeps the rows few that a reader of figures sums up. */
export async function foldAll(database: Database, signal: AbortSignal): Promise<void> {
  await eachApart(await unfoldedCampaigns(database.sweep), signal, async ({ organizationId, campaignId }) => {
    const ctx = backgroundContext(database, organizationId, 'campaigns.progress');
    await inTransaction(ctx, async (ctx) => {
      if (!(await lockFigures(ctx, campaignId))) return;
      await foldProgress(ctx, campaignId);
      await foldMailboxes(ctx, campaignId);
      await foldCohorts(ctx, campaignId);
      await noteFailing(ctx, campaignId);
    });
  });
}
