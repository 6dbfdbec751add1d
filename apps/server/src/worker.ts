import { createAccounts } from './features/accounts/create-accounts.ts';
import { accountHandlers } from './features/accounts/handlers.ts';
import { createCampaigns } from './features/campaigns/create-campaigns.ts';
import { campaignDrains, campaignHandlers } from './features/campaigns/handlers.ts';
import { campaignCrons } from './features/campaigns/jobs.ts';
import type { Campaigns } from './features/campaigns/parts.ts';
import { startCampaigns } from './features/campaigns/sending/start-campaigns.ts';
import { contactCrons, contactHandlers } from './features/contacts/handlers.ts';
import { createSettings } from './features/settings/create-settings.ts';
import { settingsCrons, settingsHandlers } from './features/settings/handlers.ts';
import { linkCrons, linkDrains, linkHandlers } from './features/links/handlers.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { startDrain } from './platform/inbox/drain.ts';
import type { DrainHandler } from './platform/inbox/handlers.ts';
import { type Installation, unguarded } from './platform/installation/installation.ts';
import { whileReleased } from './platform/installation/while-released.ts';
import { enqueueSystem } from './platform/jobs/job.ts';
import { keepPartitions, upkeepCrons, upkeepHandlers } from './platform/jobs/upkeep.ts';
import { startWorkers, type Workers } from './platform/jobs/workers.ts';
import { createHeartbeats, type Heartbeats } from './platform/heartbeats.ts';
import type { Log } from './platform/log.ts';
import { createMailer } from './platform/mail/mail.ts';
import { outboxHandlers } from './platform/outbox/relay.ts';
import { createRateLimits } from './platform/rate-limits.ts';

type WorkerOptions = { heartbeats?: Heartbeats; installation?: Installation };

/** What understands the events of the inbox; opt-outs are understood once more when a restore is confirmed. */
export const createDrainHandlers = async (config: Config, campaigns: Campaigns): Promise<DrainHandler[]> => [
  ...(await campaignDrains(campaigns)),
  ...(await linkDrains(config)),
];

/** Background work. Every feature lists its handlers here; a declared job or kind of event without one stops the start. */
export async function createWorker(
  config: Config,
  database: Database,
  log: Log,
  { heartbeats = createHeartbeats(), installation = unguarded }: WorkerOptions = {},
): Promise<Workers> {
  const mailer = createMailer(config);
  const limits = createRateLimits(database.pool, config.UNSAFE_NO_RATE_LIMITS);
  const accounts = createAccounts({ config, database, limits, mailer });

  const settings = createSettings({ config, database });
  const campaigns = createCampaigns(settings, installation);
  const drains = await createDrainHandlers(config, campaigns);

  const startWork = async () => {
    // Loops that rest on purpose are not stuck.
    const own = heartbeats.during();
    const workers = await startWorkers({ ...parts, heartbeats: own, mayAct: installation.mayAct });
    // No worker may have run for longer than partitions were made ahead.
    await enqueueSystem(database, keepPartitions, {});
    const sending = startCampaigns(campaigns, log, { heartbeats: own });
    return {
      async stop() {
        own.end();
        await Promise.all([sending.stop(), workers.stop()]);
      },
    };
  };
  const parts = {
    database,
    log,
    config,
    handlers: [
      ...accountHandlers(accounts, mailer),
      ...settingsHandlers(settings),
      ...contactHandlers(),
      ...linkHandlers(),
      ...campaignHandlers(campaigns),
      ...outboxHandlers([]),
      ...upkeepHandlers(),
    ],
    crons: [...upkeepCrons, ...settingsCrons, ...contactCrons, ...linkCrons, ...campaignCrons],
  };
  // Understood while held as well: it sends nothing, and opt-outs must be there before anything is sent again.
  const drain = startDrain({ database, log, handlers: drains, heartbeats });
  const work = await whileReleased(installation, log, startWork);
  return {
    async stop() {
      await Promise.all([drain.stop(), work.stop()]);
      mailer.close();
    },
  };
}
