// One real process of the restore runs: a role of the product, as the command line starts it.
import { runRoles } from '../apps/server/src/cli/run.ts';
import { loadConfig } from '../apps/server/src/platform/config.ts';

await runRoles(loadConfig(), process.argv.slice(2) as Parameters<typeof runRoles>[1]);
process.send?.('ready');
// A process whose run was ended by force ends too.
process.once('disconnect', () => process.exit(0));
