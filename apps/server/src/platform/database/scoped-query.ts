import pg from 'pg';

/** Values of app.organization_id, app.client_id, app.client_limit and role, in this order. */
export type Settings = readonly [organization: string, client: string, clientLimit: string, role: string];

export const settingsSql =
  "select set_config('app.organization_id', $1, true), set_config('app.client_id', $2, true), set_config('app.client_limit', $3, true), set_config('role', $4, true)";

/** The part of pg's connection this file speaks to; pg's own types leave it out. */
type Wire = {
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
    submit(wire: Wire): Error | null;
  };
};
const Query = pg.Query as unknown as QueryInternals;

/**
 * One statement that carries its tenant with it. The settings are bound and run in front of the statement, and one Sync
 * ends both, so PostgreSQL treats them as a single implicit transaction: the wall stands, and the whole costs one
 * round trip and no begin or commit. If either fails, neither has happened.
 */
export class ScopedQuery extends Query {
  readonly #settings: Settings;
  #settingsDone = false;

  constructor(config: pg.QueryConfig, settings: Settings) {
    super(config);
    this.#settings = settings;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    // Unnamed on purpose: a named statement would tie the client to one server connection behind a pooler.
    wire.parse({ text: settingsSql, name: '', types: [] });
    wire.bind({ portal: '', statement: '', values: [...this.#settings], valueMapper: String });
    wire.execute({ portal: '', rows: 0 });
    super.prepare(wire);
  }

  override handleDataRow(message: unknown): void {
    if (this.#settingsDone) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#settingsDone) super.handleCommandComplete(message, wire);
    this.#settingsDone = true;
  }
}

export function runScoped(client: pg.ClientBase, config: pg.QueryConfig, settings: Settings): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new ScopedQuery(config, settings);
    query.callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(query as unknown as pg.Submittable);
  });
}
