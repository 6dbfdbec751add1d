import { sql } from 'kysely';
import pg from 'pg';

/**
 * Transaction-local settings that say whose rows a statement sees. Only what differs from nothing is listed: a setting
 * ends with its transaction, so what is not set is empty.
 */
export type Scope = {
  pairs: readonly (readonly [name: ScopeSetting, value: string])[];
  sql: string;
  values: string[];
  /** Parsed once for each connection; an empty name parses every time, for poolers that do not follow statements. */
  statement: string;
};
/** One scope, and the same with the settings that hold a planner to indexes. */
export type Scopes = { any: Scope; indexOnlyPlan: Scope };
export type ScopeSetting = 'app.organization_id' | 'app.client_id' | 'app.client_limit' | 'role';

/** Leave one way through a statement written for it, whatever the statistics say of an average tenant. */
const onlyIndexes = [
  `set_config('plan_cache_mode', 'force_generic_plan', true)`,
  ...['seqscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin'].map(
    (kind) => `set_config('enable_${kind}', 'off', true)`,
  ),
];

export function createScope(settings: Partial<Record<ScopeSetting, string>>, prepared: boolean): Scopes {
  const pairs = Object.entries(settings).filter(([, value]) => value !== '') as [ScopeSetting, string][];
  const names = pairs.map(([name]) => name);
  // A name of more than 63 bytes is cut off by the server, and may then be another's.
  const scope = (kind: string, more: string[]): Scope => ({
    pairs,
    sql: `select ${[...names.map((name, at) => `set_config('${name}', $${at + 1}, true)`), ...more].join(', ') || 'null'}`,
    values: pairs.map(([, value]) => value),
    statement: prepared ? `${kind} ${names.join(' ')}` : '',
  });
  return { any: scope('scope', []), indexOnlyPlan: scope('walk', onlyIndexes) };
}

/**
 * Ends a statement that reads one row by its whole key: `.modifyEnd(byKey)`, or one that touches many rows by nothing but
 * their keys, in a transaction that forbids to read tables whole. Such a statement is parsed and planned once
 * for each connection. Others are not: a plan kept for anybody is a bad plan for the largest tenant. It must name its
 * columns, since a kept `select *` fails as soon as a migration adds one.
 */
export const prepared = sql`/* by key */`;

/**
 * Ends a statement that finds every row it needs by an index, in the order of that index: a page of a list. Planning one
 * behind the walls takes up to five times as long as running it. Kept like those by key, so it must leave one way only:
 * planners may not sort, scan or hash where an index serves, and the statement asks for an order wherever it reads much
 * or often. An equality is not enough: where an average tenant has a dozen rows, every index of them looks as good.
 * Not for a statement whose best way depends on how much there is.
 */
export const indexOnlyPlan = sql`/* along indexes */`;

type Mark = 'by key' | 'along indexes';
const names = new Map<string, string>();

export function markOf(text: string): Mark | undefined {
  if (text.endsWith('/* by key */')) return 'by key';
  return text.endsWith('/* along indexes */') ? 'along indexes' : undefined;
}

export function nameOf(text: string, mark: Mark): string {
  const name = names.get(text) ?? `${mark} ${names.size}`;
  names.set(text, name);
  return name;
}

/** The part of pg's connection this file speaks to; pg's own types leave it out. */
type Wire = {
  parsedStatements: Record<string, string>;
  parse(message: object): void;
  bind(message: object): void;
  execute(message: object): void;
};
type QueryInternals = {
  new (config: pg.QueryConfig): {
    name: string | undefined;
    prepare(wire: Wire): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, wire: Wire): void;
    requiresPreparation(): boolean;
    callback?: (error: Error | null, result: pg.QueryResult) => void;
  };
};
const Query = pg.Query as unknown as QueryInternals;

/**
 * One statement that carries its tenant with it. The settings are bound and run in front of the statement, and one Sync
 * ends both, so PostgreSQL treats them as a single implicit transaction: the wall stands, and the whole costs one
 * round trip and no begin or commit. If either fails, neither has happened.
 */
class ScopedQuery extends Query {
  readonly #scope: Scope;
  #scopeSet = false;

  constructor(config: pg.QueryConfig, scope: Scope) {
    super(config);
    this.#scope = scope;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    const { statement, sql, values } = this.#scope;
    if (statement === '' || !wire.parsedStatements[statement]) {
      wire.parse({ text: sql, name: statement, types: [] });
      // pg takes the first ParseComplete for that of its own statement. Here it is that of the settings, and if the
      // statement then fails to parse, pg would bind a name the server does not know for the life of the connection.
      this.name = undefined;
    }
    wire.bind({ portal: '', statement, values, valueMapper: String });
    wire.execute({ portal: '', rows: 0 });
    super.prepare(wire);
  }

  override handleDataRow(message: unknown): void {
    if (this.#scopeSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#scopeSet) return super.handleCommandComplete(message, wire);
    const { statement, sql } = this.#scope;
    // Only now is the named statement known to the server. After an error before this the server may know it or not:
    // if it does, the next use fails with 42P05 and the connection leaves the pool.
    if (statement !== '') wire.parsedStatements[statement] = sql;
    this.#scopeSet = true;
  }
}

/** Driver and server disagree on which statements are prepared: 26000 is an unknown name, 42P05 one known already. */
export const isPreparedStatementLost = (error: Error): boolean =>
  'code' in error && (error.code === '26000' || error.code === '42P05');

export function runScoped(client: pg.ClientBase, config: pg.QueryConfig, scope: Scope): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new ScopedQuery(config, scope);
    query.callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(query as unknown as pg.Submittable);
  });
}
