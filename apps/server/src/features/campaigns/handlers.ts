import { openCountries } from '#features/engagement/index.ts';
import type { DrainHandler } from '#platform/inbox/handlers.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { gatherAudience } from './sequences/gather-audience.ts';
import * as jobs from './jobs.ts';
import { hashLedger } from './ledger-hashes/hash-ledger.ts';
import { unhashedCampaigns } from './ledger-hashes/queries.ts';
import { begin } from './lifecycle.ts';
import type { Campaigns } from './parts.ts';
import { deliveryEventDrains } from './delivery-events/drains.ts';

export const campaignHandlers = (campaigns: Campaigns): Handler[] => [
  handle(jobs.startCampaign, (ctx, { campaignId }, { attempt }) => begin(campaigns, ctx, campaignId, attempt)),
  handle(jobs.freezeAudience, (ctx, { campaignId }, { signal }) => gatherAudience(campaigns, ctx, campaignId, signal)),
  handle(jobs.findUnhashed, async ({ database }) => {
    for (const { organizationId, campaignId } of await unhashedCampaigns(database.sweep)) {
      const ctx = backgroundContext(database, organizationId, 'campaigns.sweep');
      await enqueue(ctx, jobs.hashLedger, { campaignId }, { singletonKey: campaignId });
    }
  }),
  handle(jobs.hashLedger, (ctx, { campaignId }, { signal }) => hashLedger(ctx, campaignId, signal)),
];

/** What came back from mails, with the operator's location database as for scans. */
export const campaignDrains = async ({ settings, linkKeys }: Campaigns): Promise<DrainHandler[]> =>
  deliveryEventDrains(linkKeys, await openCountries(settings.config.GEOIP_DATABASE));
