import { Kysely } from 'kysely';
import pg from 'pg';
import { createBoundedCache } from '../bounded-cache.ts';
import type { Config } from '../config.ts';
import type { DB } from '../schema.ts';
import { scopedDialect } from './scoped-dialect.ts';
import { createScope, type ScopeSetting } from './scoped-query.ts';
import { refuseWhileSilent } from './silence.ts';
import { valueTypes } from './times.ts';

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
  /** Where public addresses lead, whoever owns them, and adding to the inbox; nothing else. */
  edge: Db;
  /** Whose work waits, over all organizations, and never what it says. */
  sweep: Db;
  /** Tables the application only adds to, of an organization that is being deleted. */
  erase(organizationId: string): Db;
  close(): Promise<void>;
};

type Options = Pick<Config, 'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'DATABASE_STATEMENT_TIMEOUT_MS'> &
  Partial<Pick<Config, 'DATABASE_PREPARED_STATEMENTS'>>;

/** A scope costs no connection, only an object; those of the last few thousand people and clients are kept. */
const keptScopes = 5_000;

export function openDatabase(config: Options): Database {
  const prepared = config.DATABASE_PREPARED_STATEMENTS ?? true;
  const pool = new pg.Pool({
    connectionString: config.DATABASE_URL,
    max: config.DATABASE_POOL_SIZE,
    // Whoever waits for a connection waits for the statements of others.
    connectionTimeoutMillis: Math.max(5_000, config.DATABASE_STATEMENT_TIMEOUT_MS),
    // The driver's own timer as well, so that a black-holed database frees the request.
    query_timeout: config.DATABASE_STATEMENT_TIMEOUT_MS + 1_000,
    // Calls run side by side already: a second process for one of them takes its core from another. And before version 18
    // a plan that may not scan looks so dear that a server with LLVM compiles it, for seconds, each time it is planned.
    options: '-c max_parallel_workers_per_gather=0 -c jit=off',
    statement_timeout: config.DATABASE_STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 60_000,
    types: valueTypes,
    keepAlive: true,
  });
  // A connection that dies while idle, or between two statements of a transaction, says so as an event; unheard, it
  // would end the process. Whoever uses it next gets the error anyway.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  refuseWhileSilent(pool, config.DATABASE_STATEMENT_TIMEOUT_MS);

  const open = (settings: Partial<Record<ScopeSetting, string>>) =>
    new Kysely<DB>({ dialect: scopedDialect(pool, createScope(settings, prepared)) });
  const scopes = createBoundedCache<Db>(keptScopes);

  return {
    pool,
    tenant(scope) {
      const organization = scope?.organizationId ?? '';
      const limit = scope?.clientLimit ?? '';
      const client = limit || (scope?.clientId ?? '');
      const key = `${organization},${client},${limit}`;
      const known = scopes.get(key);
      if (known) return known;
      const db = open({ 'app.organization_id': organization, 'app.client_id': client, 'app.client_limit': limit });
      scopes.set(key, db);
      return db;
    },
    directory: open({ role: 'waggle_auth' }),
    edge: open({ role: 'waggle_edge' }),
    sweep: open({ role: 'waggle_sweep' }),
    erase: (organizationId) => open({ role: 'waggle_erase', 'app.organization_id': organizationId }),
    close: () => pool.end(),
  };
}

type LoginPowers = { login: string; bypasses: boolean; powerful: string[]; inherited: string[] };

/** A login that could look over the wall must not serve anybody: everything else trusts the policies. */
export async function assertRlsEnforced({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<LoginPowers>(`
    with powers as (
      select oid, rolname::text, rolsuper or rolbypassrls or rolcreaterole
        or exists (select from pg_class where relowner = pg_roles.oid and relrowsecurity) as bypasses
      from pg_roles
    )
    select rolname as login, bypasses,
      array(select rolname from powers other where bypasses and other.oid <> me.oid and pg_has_role(me.oid, other.oid, 'MEMBER')) as powerful,
      array(select rolname from powers other where rolname in ('waggle_auth', 'waggle_edge', 'waggle_sweep', 'waggle_erase')
        and pg_has_role(me.oid, other.oid, 'USAGE')) as inherited
    from powers me where rolname = current_user`);
  const { login, bypasses, powerful, inherited } = rows[0]!;
  const opened = inherited.join(', ');
  if (bypasses)
    throw new Error(
      'DATABASE_URL must be the login waggle_app: this one owns the tables, may bypass row-level security or may create roles.',
    );
  if (powerful.length > 0)
    throw new Error(
      `DATABASE_URL must be the login waggle_app: this one is a member of ${powerful.join(', ')}, which may bypass row-level security.`,
    );
  if (inherited.length > 0)
    throw new Error(
      `The login ${login} has the rights of ${opened} all the time. As their owner, run: revoke ${opened} from ${login}; alter role ${login} noinherit; grant ${opened} to ${login}.`,
    );
}
