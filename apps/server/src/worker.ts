import { createAccounts } from './features/accounts/create-accounts.ts';
import { accountHandlers } from './features/accounts/handlers.ts';
import { contactCrons, contactHandlers } from './features/contacts/handlers.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { upkeepCrons, upkeepHandlers } from './platform/jobs/upkeep.ts';
import { startWorkers, type Workers } from './platform/jobs/workers.ts';
import type { Log } from './platform/log.ts';
import { createMailer } from './platform/mail/mail.ts';
import { outboxHandlers } from './platform/outbox/relay.ts';
import { createRateLimits } from './platform/rate-limits.ts';

/** Background work. Every feature lists its handlers here; a declared job without one stops the start. */
export async function createWorker(config: Config, database: Database, log: Log): Promise<Workers> {
  const mailer = createMailer(config);
  const limits = createRateLimits(database.pool, config.UNSAFE_NO_RATE_LIMITS);
  const accounts = createAccounts({ config, database, limits, mailer });

  const workers = await startWorkers({
    database,
    log,
    config,
    handlers: [...accountHandlers(accounts, mailer), ...contactHandlers(), ...outboxHandlers([]), ...upkeepHandlers()],
    crons: [...upkeepCrons, ...contactCrons],
  });
  return {
    async stop() {
      await workers.stop();
      mailer.close();
    },
  };
}
