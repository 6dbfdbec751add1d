import { Kysely } from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { DB } from '../schema.ts';
import { scopedDialect } from './scoped-dialect.ts';

export type Db = Kysely<DB>;

export type TenantScope = {
  organizationId: string;
  /** What is shown is narrowed to this client. */
  clientId?: string | null;
  /** The person may see this client only. */
  clientLimit?: string | null;
};

export type Database = {
  pool: pg.Pool;
  /** Rows of one organization; `null` sees no tenant row at all. */
  tenant(scope: TenantScope | null): Db;
  /** The sign-in tables, and nothing else. */
  directory: Db;
  close(): Promise<void>;
};

export function openDatabase(config: Pick<Config, 'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'DATABASE_STATEMENT_TIMEOUT_MS'>): Database {
  const pool = new pg.Pool({
    connectionString: config.DATABASE_URL,
    max: config.DATABASE_POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    // Sent by the driver's own timer as well, so a black-holed database frees the request.
    query_timeout: config.DATABASE_STATEMENT_TIMEOUT_MS + 1_000,
    statement_timeout: config.DATABASE_STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  });
  // An idle connection that dies is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});

  return {
    pool,
    tenant: (scope) =>
      new Kysely<DB>({
        dialect: scopedDialect(pool, [scope?.organizationId ?? '', scope?.clientLimit ?? scope?.clientId ?? '', scope?.clientLimit ?? '', 'waggle_app']),
      }),
    directory: new Kysely<DB>({ dialect: scopedDialect(pool, ['', '', '', 'waggle_auth']) }),
    close: () => pool.end(),
  };
}
