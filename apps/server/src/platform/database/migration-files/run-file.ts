import { readFile } from 'node:fs/promises';
import type { MigrationBuilder } from 'node-pg-migrate';
import type pg from 'pg';
import { buildIndexConcurrently, parseConcurrentIndex } from './concurrent-index.ts';
import { statementsOf } from './statements.ts';

/** First line of a file whose statements must stand alone, because they do not work inside a transaction. */
const outside = /^-- no transaction$/m;

export const isOutsideTransaction = (sql: string): boolean => outside.test(sql.split('\n', 1)[0] ?? '');

/**
 * Reads numbered SQL files for the runner. One file is one transaction. A file that begins with `-- no transaction` is run
 * statement by statement, and again from its first one after a kill.
 */
export function createFileLoader(client: pg.Client) {
  return async (paths: string[]) =>
    Promise.all(
      paths.map(async (path) => {
        const sql = await readFile(path, 'utf8');
        const up = isOutsideTransaction(sql)
          ? (builder: MigrationBuilder) => runAlone(client, builder, sql)
          : (builder: MigrationBuilder) => builder.sql(sql);
        return { id: path, filePaths: [path], actions: { up, down: false as const } };
      }),
    );
}

async function runAlone(client: pg.Client, builder: MigrationBuilder, sql: string): Promise<void> {
  builder.noTransaction();
  for (const statement of statementsOf(sql)) {
    const index = parseConcurrentIndex(statement);
    if (index) await buildIndexConcurrently(client, index);
    else await client.query(statement);
  }
}
