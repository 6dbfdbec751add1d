import pg from 'pg';

/** Values of app.organization_id, app.client_id, app.client_limit and role, in this order. */
export type Settings = readonly [organization: string, client: string, clientLimit: string, role: string];

const settingsSql =
  "select set_config('app.organization_id', $1, true), set_config('app.client_id', $2, true), set_config('app.client_limit', $3, true), set_config('role', $4, true)";
/** Parsed once for each connection; an empty name parses it every time, for poolers that do not follow statements. */
export type SettingsStatement = 'waggle_scope' | '';

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
  readonly #settings: Settings;
  readonly #statement: SettingsStatement;
  #settingsDone = false;

  constructor(config: pg.QueryConfig, settings: Settings, statement: SettingsStatement) {
    super(config);
    this.#settings = settings;
    this.#statement = statement;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    if (this.#statement === '' || !wire.parsedStatements[this.#statement]) {
      wire.parse({ text: settingsSql, name: this.#statement, types: [] });
    }
    wire.bind({ portal: '', statement: this.#statement, values: [...this.#settings], valueMapper: String });
    wire.execute({ portal: '', rows: 0 });
    super.prepare(wire);
  }

  override handleDataRow(message: unknown): void {
    if (this.#settingsDone) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#settingsDone) return super.handleCommandComplete(message, wire);
    // Only now is the named statement known to the server; an error before would have left it unparsed.
    if (this.#statement !== '') wire.parsedStatements[this.#statement] = settingsSql;
    this.#settingsDone = true;
  }
}

export function runScoped(
  client: pg.ClientBase,
  config: pg.QueryConfig,
  settings: Settings,
  statement: SettingsStatement,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new ScopedQuery(config, settings, statement);
    query.callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(query as unknown as pg.Submittable);
  });
}
