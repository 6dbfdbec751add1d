// One real `waggle all`, as the command line starts it, that also says how long its event loop was held.
import { runRoles } from '../apps/server/src/cli/run.ts';
import { loadConfig } from '../apps/server/src/platform/config.ts';

export type Health = {
  /** Milliseconds of processor time of the longest stretch without a turn; what other programs take does not count. */
  longestHoldMs: number;
  megabytes: number;
};

await runRoles(loadConfig(), ['api', 'edge', 'worker']);
let longestHoldMs = 0;
let before = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  longestHoldMs = Math.max(longestHoldMs, (user + system) / 1_000);
  before = process.threadCpuUsage();
}, 5);
process.on('message', () => {
  process.send?.({ longestHoldMs, megabytes: process.memoryUsage.rss() / 1e6 } satisfies Health);
  longestHoldMs = 0;
});
process.send?.('ready');
// A process whose run was ended by force ends too.
process.once('disconnect', () => process.exit(0));
