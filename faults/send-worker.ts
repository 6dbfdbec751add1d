// One worker process of the sending fault runs: the product's own jobs, inbox and sending. Told over IPC, it ends itself by
// SIGKILL at the n-th mail that reaches a stage.
import { createCampaigns } from '../apps/server/src/features/campaigns/create-campaigns.ts';
import { campaignDrains, campaignHandlers } from '../apps/server/src/features/campaigns/handlers.ts';
import type { SendStage } from '../apps/server/src/features/delivery/send-worker.ts';
import { linkDrains } from '../apps/server/src/features/links/handlers.ts';
import { createSettings } from '../apps/server/src/features/settings/create-settings.ts';
import { loadConfig } from '../apps/server/src/platform/config.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { startDrain } from '../apps/server/src/platform/inbox/drain.ts';
import { startWorkers } from '../apps/server/src/platform/jobs/workers.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startSendingCampaigns } from '../apps/server/test/sending/start-sending-campaigns.ts';

let end: { stage: SendStage; after: number } | undefined;
process.on('message', (message) => (end = message as typeof end));
const atStage = (stage: SendStage): Promise<void> => {
  if (end?.stage === stage && (end.after -= 1) <= 0) process.kill(process.pid, 'SIGKILL');
  return Promise.resolve();
};

const config = loadConfig();
const log = createLog(config, 'worker');
const database = openDatabase(config);
const campaigns = createCampaigns(createSettings({ config, database }));
const handlers = campaignHandlers(campaigns);
const workers = await startWorkers({ database, log, config, handlers });
const drains = [...(await campaignDrains(campaigns)), ...(await linkDrains(config))];
const drain = startDrain({ database, log, handlers: drains });
const sending = startSendingCampaigns(campaigns, log, { atStage });
process.send?.('ready');
async function stop(): Promise<void> {
  await Promise.all([drain.stop(), sending.stop(), workers.stop()]);
  await database.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
// A worker whose run was ended by force ends too.
process.once('disconnect', () => process.exit(0));
