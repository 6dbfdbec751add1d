import { backgroundContext } from '../background-context.ts';
import { createTestDatabase } from '../../../test/harness/test-database.ts';
import type { Context } from '../context.ts';
import { openDatabase } from '../database/database.ts';
import { type Log, createLog } from '../log.ts';
import type { Cron } from './cron.ts';
import type { Handler } from './handlers.ts';
import { type Workers, startWorkers } from './workers.ts';

export type JobHarness = Awaited<ReturnType<typeof createJobHarness>>;

/** A database of its own, organizations, and workers that are stopped with the harness. */
export async function createJobHarness() {
  const fresh = await createTestDatabase();
  const { owner, ownerUrl, appUrl } = fresh;
  const database = openDatabase({ DATABASE_URL: appUrl, DATABASE_POOL_SIZE: 10, DATABASE_STATEMENT_TIMEOUT_MS: 5_000 });
  const started: Workers[] = [];
  const config = { DATABASE_URL: appUrl, DATABASE_DIRECT_URL: undefined, SHUTDOWN_GRACE_SECONDS: 5 };

  return {
    owner,
    ownerUrl,
    database,
    appUrl,
    config,
    async organization(): Promise<Context> {
      const { rows } = await owner.query<{ id: string }>(
        "insert into organizations (name) values ('Hive') returning id",
      );
      return backgroundContext(database, rows[0]?.id ?? '', 'test');
    },
    async start(handlers: Handler[], more: { log?: Log; crons?: Cron[]; grace?: number } = {}): Promise<Workers> {
      const { log = createLog({ LOG_LEVEL: 'silent' }, 'test'), crons = [], grace = 5 } = more;
      const workers = await startWorkers({
        database,
        log,
        config: { ...config, SHUTDOWN_GRACE_SECONDS: grace },
        handlers,
        crons,
      });
      started.push(workers);
      return workers;
    },
    async stopWorkers(): Promise<void> {
      await Promise.all(started.splice(0).map((workers) => workers.stop()));
    },
    /** Rows of the engine that are in the given state. */
    async count(name: string, states = ['created', 'retry', 'active']): Promise<number> {
      const { rows } = await database.pool.query(
        'select count(*)::int from pgboss.job where name = $1 and state::text = any($2)',
        [name, states],
      );
      return (rows[0] as { count: number }).count;
    },
    async close(): Promise<void> {
      await this.stopWorkers();
      await database.close();
      await fresh.drop();
    },
  };
}
