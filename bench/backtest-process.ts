// The process of `backtest.ts` whose time and memory count: what a worker has loaded for the job, and nothing else.
import { backgroundContext } from '../apps/server/src/platform/background-context.ts';
import { backTest } from '../apps/server/src/features/automations/trials/run-back-test.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';

const [databaseUrl = '', organizationId = '', trialId = ''] = process.argv.slice(2);
const database = openDatabase({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: 6,
  DATABASE_STATEMENT_TIMEOUT_MS: 10_000,
});
const atStart = process.memoryUsage().rss;
let most = atStart;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 50);
const begun = performance.now();
await backTest(backgroundContext(database, organizationId, 'bench'), trialId, new AbortController().signal);
const seconds = (performance.now() - begun) / 1_000;
clearInterval(watch);
await database.close();
console.log(JSON.stringify({ seconds, megabytes: most / 1_048_576, before: atStart / 1_048_576 }));
