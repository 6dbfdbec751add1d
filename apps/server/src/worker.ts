import { assemble } from './features.ts';
import { type Config, sellsNoPlans } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { startFollowing } from './platform/events/follow-rows.ts';
import { rowHandlers } from './platform/events/read-rows.ts';
import type { Subscription } from './platform/events/subscription.ts';
import { startDrain } from './platform/inbox/drain.ts';
import { type Installation, unguarded } from './platform/installation/installation.ts';
import { whileReleased } from './platform/installation/while-released.ts';
import { enqueueSystem } from './platform/jobs/job.ts';
import { keepPartitions, maintenanceCrons, maintenanceHandlers } from './platform/jobs/maintenance.ts';
import { startWorkers, type Workers } from './platform/jobs/workers.ts';
import { createHeartbeats, type Heartbeats } from './platform/heartbeats.ts';
import type { Log } from './platform/log.ts';
import { outboxHandlers } from './platform/outbox/relay.ts';
import { rowDeletionCrons, rowDeletionHandlers } from './platform/row-deletion/jobs.ts';
import { storageCrons, storageHandlers } from './platform/storage/jobs.ts';

type WorkerOptions = {
  heartbeats?: Heartbeats;
  installation?: Installation;
  /** Besides those of the features: what tests listen with. */
  listeners?: readonly Subscription[];
};

/** Background work of every listed feature. A kind of event without a handler stops the start. */
export async function createWorker(
  config: Config,
  database: Database,
  log: Log,
  { heartbeats = createHeartbeats(), installation = unguarded, listeners = [] }: WorkerOptions = {},
): Promise<Workers> {
  const made = assemble({ config, database, log, installation });

  const startWork = async () => {
    // Loops that rest on purpose are not stuck.
    const own = heartbeats.during();
    const workers = await startWorkers({ ...parts, heartbeats: own, mayAct: installation.mayAct });
    // No worker may have run for longer than partitions were made ahead.
    await enqueueSystem(database, keepPartitions, {});
    const loops = [...made.loops(log, own), startFollowing({ ...common, subscriptions, heartbeats: own })];
    return {
      async stop() {
        own.end();
        await Promise.all([...loops, workers].map((one) => one.stop()));
      },
    };
  };
  const subscriptions = [...made.subscriptions(), ...listeners];
  const common = { database, log, sellsNoPlans: sellsNoPlans(config) };
  const parts = {
    ...common,
    config,
    handlers: [
      ...made.handlers(),
      ...outboxHandlers(subscriptions, made.events()),
      ...rowHandlers(subscriptions),
      ...maintenanceHandlers(),
      ...storageHandlers(made.storage),
      ...rowDeletionHandlers(),
    ],
    crons: [...maintenanceCrons, ...storageCrons, ...rowDeletionCrons, ...made.crons()],
  };
  // Understood while held as well: it sends nothing, and opt-outs must be there before anything is sent again.
  const drain = startDrain({ ...common, handlers: await made.drains(), heartbeats });
  const work = await whileReleased(installation, log, startWork);
  return {
    async stop() {
      await Promise.all([drain.stop(), work.stop()]);
      made.close();
    },
  };
}
