import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { DB } from '../schema.ts';
import { traceStatement } from '../tracing.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { isPreparedStatementLost, markOf, nameOf, runScoped, type Scopes } from './scoped-query.ts';

/** A Kysely dialect whose every statement runs under the given tenant and role, inside a transaction or out of one. */
export const scopedDialect = (pool: pg.Pool, scopes: Scopes): Dialect => ({
  createAdapter: () => new PooledAdapter(pool),
  createDriver: () => new ScopedDriver(pool, scopes),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

class PooledAdapter extends PostgresAdapter {
  readonly pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super();
    this.pool = pool;
  }
}

/** The pool behind any scope of a database, inside a transaction or out of one. */
export const poolOf = (db: Kysely<DB>): pg.Pool => (db.getExecutor().adapter as PooledAdapter).pool;

class ScopedDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #scopes: Scopes;

  constructor(pool: pg.Pool, scopes: Scopes) {
    this.#pool = pool;
    this.#scopes = scopes;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ScopedConnection> {
    return new ScopedConnection(await this.#pool.connect(), this.#scopes);
  }

  beginTransaction(connection: ScopedConnection, transaction: TransactionSettings): Promise<void> {
    return connection.begin(transaction.isolationLevel);
  }

  commitTransaction(connection: ScopedConnection): Promise<void> {
    return connection.end('commit');
  }

  rollbackTransaction(connection: ScopedConnection): Promise<void> {
    return connection.end('rollback');
  }

  async savepoint(connection: ScopedConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint "${name}"`));
  }

  async rollbackToSavepoint(connection: ScopedConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`rollback to savepoint "${name}"`));
  }

  async releaseSavepoint(connection: ScopedConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`release savepoint "${name}"`));
  }

  async releaseConnection(connection: ScopedConnection): Promise<void> {
    connection.release();
  }

  /** The pool belongs to the process, not to one scope. */
  async destroy(): Promise<void> {}
}

/** Held by a transaction; `pgClient` lets the job engine and COPY write inside it. */
export class ScopedConnection implements DatabaseConnection {
  readonly pgClient: pg.PoolClient;
  readonly #scopes: Scopes;
  #inTransaction = false;
  #broken: Error | undefined;
  /** Milliseconds a statement of this transaction may take, where that is more than the pool allows. */
  patience: number | undefined;

  constructor(client: pg.PoolClient, scopes: Scopes) {
    this.pgClient = client;
    this.#scopes = scopes;
  }

  async begin(isolation: string | undefined): Promise<void> {
    const level = isolation ? ` isolation level ${isolation}` : '';
    const settings = this.#scopes.any.pairs.map(([name, value]) => `set_config('${name}', '${literal(value)}', true)`);
    // One message for both, so that a transaction starts in one round trip.
    await this.#run(() => this.pgClient.query(`begin${level}; select ${settings.join(', ') || 'null'}`));
    this.#inTransaction = true;
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    this.#inTransaction = false;
    this.patience = undefined;
    // The server ends the transaction with the connection; asking for it would cost a silent one its limit once more.
    if (this.#broken instanceof Abandoned || (this.#broken && how === 'rollback')) return;
    await this.#run(() => this.pgClient.query(how));
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const mark = markOf(compiled.sql);
    // The settings of a transaction are those of all its statements: inside one, only what is found by key is kept.
    const isKept = mark === 'by key' || (mark !== undefined && !this.#inTransaction);
    const name = isKept && this.#scopes.any.statement !== '' ? nameOf(compiled.sql, mark) : undefined;
    const query = { text: compiled.sql, values: [...compiled.parameters], ...(name && { name }) };
    const timed = this.patience === undefined ? query : { ...query, query_timeout: this.patience };
    const scope = mark === 'along indexes' ? this.#scopes.indexOnlyPlan : this.#scopes.any;
    const ask = () =>
      this.#inTransaction ? this.pgClient.query(timed) : retryConflicts(() => runScoped(this.pgClient, query, scope));
    const result = await this.#run(() => traceStatement(compiled.sql, ask));
    return { rows: result.rows as Row[], numAffectedRows: BigInt(result.rowCount ?? 0) };
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator; large reads use COPY instead
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming reads go through COPY, not through Kysely.');
  }

  /** Gives up on whatever the server is doing. Its transaction ends there, and the connection leaves the pool. */
  abandon(): void {
    this.#broken = new Abandoned();
    void (this.pgClient as unknown as { end(): Promise<void> }).end().catch(() => {});
    (this.pgClient as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }

  release(): void {
    // A connection that failed below SQL must not go back into the pool.
    this.pgClient.release(this.#broken);
  }

  async #run<Result>(step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      if (error instanceof Error && (!('severity' in error) || isPreparedStatementLost(error))) this.#broken = error;
      throw error;
    }
  }
}

class Abandoned extends Error {}

/** The connection a transaction holds. */
export async function connectionOf(db: Kysely<DB>): Promise<ScopedConnection> {
  if (!db.isTransaction) throw new Error('Only a transaction holds a connection.');
  return db.getExecutor().provideConnection(async (connection) => connection as ScopedConnection);
}

/** Settings are ids and role names of ours; anything else here would be an injection into the wall itself. */
function literal(value: string): string {
  if (!/^[0-9a-z_-]*$/.test(value)) throw new Error('A scope setting is an id or a role name.');
  return value;
}
