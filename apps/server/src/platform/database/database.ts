import { Kysely } from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { DB } from '../schema.ts';
import { scopedDialect } from './scoped-dialect.ts';
import type { Settings } from './scoped-query.ts';

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

type Options = Pick<Config, 'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'DATABASE_STATEMENT_TIMEOUT_MS'> &
  Partial<Pick<Config, 'DATABASE_PREPARED_STATEMENTS'>>;

/** A scope costs no connection, only an object; those of the last few thousand people and clients are kept. */
const keptScopes = 5_000;

export function openDatabase(config: Options): Database {
  const pool = new pg.Pool({
    connectionString: config.DATABASE_URL,
    max: config.DATABASE_POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    // The driver's own timer as well, so that a black-holed database frees the request.
    query_timeout: config.DATABASE_STATEMENT_TIMEOUT_MS + 1_000,
    statement_timeout: config.DATABASE_STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  });
  // An idle connection that dies is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});

  const statement = config.DATABASE_PREPARED_STATEMENTS === false ? '' : 'waggle_scope';
  const open = (settings: Settings) => new Kysely<DB>({ dialect: scopedDialect(pool, settings, statement) });
  const scopes = new Map<string, Db>();

  return {
    pool,
    tenant(scope) {
      const clientLimit = scope?.clientLimit ?? '';
      const settings: Settings = [
        scope?.organizationId ?? '',
        clientLimit || (scope?.clientId ?? ''),
        clientLimit,
        'waggle_app',
      ];
      const key = settings.join();
      const known = scopes.get(key);
      if (known) return known;
      if (scopes.size >= keptScopes) scopes.clear();
      const db = open(settings);
      scopes.set(key, db);
      return db;
    },
    directory: open(['', '', '', 'waggle_auth']),
    close: () => pool.end(),
  };
}
