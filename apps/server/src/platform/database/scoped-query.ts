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
export type ScopeSetting = 'app.organization_id' | 'app.client_id' | 'app.client_limit' | 'role';

export function createScope(settings: Partial<Record<ScopeSetting, string>>, prepared: boolean): Scope {
  const pairs = Object.entries(settings).filter(([, value]) => value !== '') as [ScopeSetting, string][];
  const names = pairs.map(([name]) => name);
  return {
    pairs,
    sql: `select ${names.map((name, at) => `set_config('${name}', $${at + 1}, true)`).join(', ') || 'null'}`,
    values: pairs.map(([, value]) => value),
    statement: prepared ? `scope ${names.join(' ')}` : '',
  };
}

/**
 * Ends a statement that reads one row by its whole key: `.modifyEnd(byKey)`. Such a statement is parsed and planned once
 * for each connection. Nothing else is: a plan kept for anybody is a bad plan for the largest tenant. It must name its
 * columns, since a kept `select *` fails as soon as a migration adds one.
 */
export const byKey = sql`/* by key */`;
const mark = '/* by key */';
const names = new Map<string, string>();

export function nameOf(text: string): string | undefined {
  if (!text.endsWith(mark)) return undefined;
  const name = names.get(text) ?? `by key ${names.size}`;
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
    if (statement === '' || !wire.parsedStatements[statement]) wire.parse({ text: sql, name: statement, types: [] });
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
    // Only now is the named statement known to the server; an error before would have left it unparsed.
    if (statement !== '') wire.parsedStatements[statement] = sql;
    this.#scopeSet = true;
  }
}

export function runScoped(client: pg.ClientBase, config: pg.QueryConfig, scope: Scope): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new ScopedQuery(config, scope);
    query.callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(query as unknown as pg.Submittable);
  });
}
