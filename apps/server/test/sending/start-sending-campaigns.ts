import { campaignSource } from '../../src/features/campaigns/sending/campaign-source.ts';
import { openCampaign } from '../../src/features/campaigns/sending/open-campaign.ts';
import { startCampaigns } from '../../src/features/campaigns/sending/start-campaigns.ts';
import type { Campaigns } from '../../src/features/campaigns/parts.ts';
import { startDelivery } from '../../src/features/delivery/delivery.ts';
import type { SendingParts } from '../../src/features/delivery/sending.ts';
import type { Log } from '../../src/platform/log.ts';

/** What a worker does about campaigns beside its jobs: begins and ends them, and sends them in between. */
export function startSendingCampaigns(campaigns: Campaigns, log: Log, more: Pick<SendingParts, 'atStage'> = {}) {
  const { config, database } = campaigns.settings;
  const sources = [campaignSource(database, (live) => openCampaign(campaigns, live))];
  const loops = [startDelivery({ config, sources }, log, more), startCampaigns(campaigns, log)];
  return {
    async stop(): Promise<void> {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
