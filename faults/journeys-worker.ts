// One worker process of the `journeys` and `publishing` fault runs: the whole worker of the product. Told over IPC, it ends itself by
// SIGKILL at the n-th turn that reaches a stage.
import type { TurnStage } from '../apps/server/src/features/automations/engine/ports.ts';
import { automations } from '../apps/server/src/features/automations/feature.ts';
import { loadConfig } from '../apps/server/src/platform/config.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { createWorker } from '../apps/server/src/worker.ts';

let end: { stage: TurnStage | 'none'; after: number } | undefined;
process.on('message', (message) => (end = message as typeof end));

const create = automations.create.bind(automations);
automations.create = (...parts) => {
  const made = create(...parts);
  made.engine.atStage = (stage) => {
    if (end?.stage === stage && (end.after -= 1) <= 0) process.kill(process.pid, 'SIGKILL');
  };
  return made;
};

const config = loadConfig();
const database = openDatabase(config);
const worker = await createWorker(config, database, createLog(config, 'worker'));
process.send?.('ready');
process.once('SIGTERM', () => {
  void worker
    .stop()
    .then(() => database.close())
    .then(() => process.exit(0));
});
// A worker whose run was ended by force ends too.
process.once('disconnect', () => process.exit(0));
