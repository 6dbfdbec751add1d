import { Pool } from 'pg';
import { type Db as EngineDb, PgBoss } from 'pg-boss';
import type { Config } from '../config.ts';
import { refuseWhileSilent } from '../database/silence.ts';
import type { Log } from '../log.ts';

/** Milliseconds to wait for a connection. */
const patienceMs = 5_000;

export type Engine = { engine: PgBoss; db: EngineDb; close(): Promise<void> };

/**
 * The engine with a small pool of its own: handlers that use up the application's connections must not delay a
 * heartbeat, or living workers would be taken for dead. Only LISTEN needs a direct connection.
 */
export async function openEngine(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>,
  log: Log,
): Promise<Engine> {
  const pool = new Pool({
    connectionString: config.DATABASE_URL,
    max: 4,
    connectionTimeoutMillis: patienceMs,
    // Short, because a question asked of a silent database keeps its worker from all others until then.
    query_timeout: 10_000,
    statement_timeout: 9_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'waggle jobs',
    keepAlive: true,
  });
  pool.on('error', () => {});
  refuseWhileSilent(pool, patienceMs);

  const direct = directDatabase(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL);
  const db: EngineDb = {
    executeSql: (text, values) => pool.query(text, values as unknown[]),
    listen: async (...channel) => {
      await direct.open();
      return direct.listen(...channel);
    },
  };
  const engine = new PgBoss({
    schema: 'pgboss',
    db,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 300,
    cronWorkerIntervalSeconds: 15,
    // Jobs that wait for other jobs are not used here.
    flowIntervalSeconds: 3_600,
    // Both need the owner of the tables; autovacuum is set sharper at installation instead.
    reindex: false,
    persistQueueStats: false,
  });
  engine.on('error', (error) => log.warn({ err: error }, 'the job engine reported an error'));
  engine.on('warning', ({ message, data }) => log.warn({ data }, message));
  await engine.start();

  return {
    engine,
    db,
    async close() {
      await direct.close();
      await pool.end();
    },
  };
}

type DirectDatabase = Required<Pick<EngineDb, 'listen'>> & {
  opened: boolean;
  open(): Promise<void>;
  close(): Promise<void>;
};

/** The engine's own connection keeper, used for its listener alone: it reconnects and notices a silent line. */
function directDatabase(connectionString: string): DirectDatabase {
  const engine = new PgBoss({ connectionString, max: 1, application_name: 'waggle jobs listener' });
  // A lost line is repaired by the keeper itself; without a listener the report of it would end the process.
  engine.on('error', () => {});
  const keeper = engine.getDb() as unknown as DirectDatabase;
  return {
    get opened() {
      return keeper.opened;
    },
    open: () => keeper.open(),
    listen: (...channel) => keeper.listen(...channel),
    close: async () => {
      if (keeper.opened) await keeper.close();
    },
  };
}
