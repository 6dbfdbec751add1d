import { type Compilable, createQueryId, PostgresQueryCompiler, type RootOperationNode, sql } from 'kysely';
import { type Bytes, CopyStream } from './copy-stream.ts';
import type { Db } from './database.ts';
import { literalOf } from './literal.ts';
import { connectionOf } from './scoped-dialect.ts';

/** Compiles as always, except that values are written into the text: COPY takes no parameters. */
class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literalOf(value));
  }
}

export const withLiterals = (query: { toOperationNode(): unknown }): string =>
  new LiteralCompiler().compileQuery(query.toOperationNode() as RootOperationNode, createQueryId()).sql;

/**
 * Copies one row to where it shall stand, changed or not. There is room for twice its length and 16 bytes more; whoever
 * needs more puts a larger buffer there.
 */
export type WriteRow = (row: Bytes, out: Bytes) => void;

type Options = {
  /** Settings for this transaction alone, besides the time limit. */
  settings?: Record<string, string>;
  minutes?: number;
  /** Made of what it reads; the rows are of the same moment. */
  writer?: (db: Db) => Promise<WriteRow>;
};

/**
 * The rows of a query as CSV without a header, every cell but null in quotes, under the same wall as every other statement.
 * Reading slowly slows the database down; not reading to the end closes the connection, because nothing else stops a COPY.
 */
export async function* copyOut(
  db: Db,
  query: Pick<Compilable, never> & { toOperationNode(): unknown },
  { settings = {}, minutes = 10, writer }: Options = {},
): AsyncGenerator<Buffer> {
  const started = Promise.withResolvers<CopyStream>();
  const finished = Promise.withResolvers<void>();
  const snapshot = db.transaction().setIsolationLevel('repeatable read');
  const transaction = snapshot.execute(async (db) => {
    const local = { statement_timeout: `${minutes}min`, client_connection_check_interval: '2s', ...settings };
    const pairs = Object.entries(local).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
    await sql`select ${sql.join(pairs)}`.execute(db);
    const write = writer ? await writer(db) : copyRow;
    const connection = await connectionOf(db);
    const stream = new CopyStream(
      `copy (${withLiterals(query)}) to stdout with (format csv, force_quote *)`,
      minutes * 60_000 + 1_000,
      write,
    );
    connection.pgClient.query(stream);
    started.resolve(stream);
    await finished.promise.catch((error: unknown) => {
      if (!stream.answered) connection.abandon();
      throw error;
    });
  });
  transaction.catch(started.reject);

  let complete = false;
  try {
    yield* await started.promise;
    complete = true;
  } finally {
    if (complete) finished.resolve();
    else finished.reject(new NotReadToTheEnd());
    await transaction.catch((error: unknown) => {
      if (complete) throw error;
    });
  }
}

class NotReadToTheEnd extends Error {}

function copyRow(row: Bytes, out: Bytes): void {
  out.at += row.buffer.copy(out.buffer, out.at, row.at, row.end);
}
