// One worker process of the `jobs` fault run. Its work leaves a trace of every start and of every effect.
import { setTimeout as pause } from 'node:timers/promises';
import { inTransaction } from '../apps/server/src/platform/context.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { handle } from '../apps/server/src/platform/jobs/handlers.ts';
import { startWorkers } from '../apps/server/src/platform/jobs/workers.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { leaveTrace } from './jobs-declared.ts';
import { sql } from 'kysely';

const url = process.argv[2] ?? '';
const config = {
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: undefined,
  DATABASE_POOL_SIZE: 10,
  DATABASE_STATEMENT_TIMEOUT_MS: 5_000,
  SHUTDOWN_GRACE_SECONDS: 5,
};
const database = openDatabase(config);

const handler = handle(leaveTrace, async (ctx, { number }) => {
  await sql`insert into starts values (${number}, ${process.pid})`.execute(ctx.db);
  await pause(60 + (number % 80));
  await inTransaction(ctx, async ({ db }) => {
    const { numAffectedRows } = await sql`insert into effects values (${number}) on conflict do nothing`.execute(db);
    if (numAffectedRows === 1n) await sql`insert into deeds values (${number})`.execute(db);
  });
});

const workers = await startWorkers({
  database,
  log: createLog({ LOG_LEVEL: 'fatal' }, 'worker'),
  config,
  handlers: [handler],
});
process.stdout.write('ready\n');
process.once('SIGTERM', () => {
  void workers.stop().then(() => database.close());
});
