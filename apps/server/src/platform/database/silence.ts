import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds without any answer, while somebody waits for one, after which a question of its own is asked. */
const quietMs = (statementMs: number): number => Math.max(1_500, 0.3 * statementMs);
/** Milliseconds the database may take to answer that question. */
const answerMs = (statementMs: number): number => Math.max(1_000, 0.2 * statementMs);
/** Milliseconds between two looks. */
const lookMs = 500;

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/**
 * A database that is out of reach without anybody saying so costs whoever asks the whole limit of a statement, and a call that asks
 * three times three of them. Here it is noticed sooner: when nothing is answered any more, a question on a new connection
 * decides, and until one is answered everybody is refused at once. `statementMs` is the limit of a statement: who allows more
 * time for an answer waits longer before calling the database silent.
 */
export function refuseWhileSilent(pool: pg.Pool, statementMs: number): void {
  let isSilent = false;
  let asking: Promise<void> | undefined;
  /** Connections asked for and not given back. */
  let open = 0;
  let answeredAt = 0;

  async function askUntilAnswered(): Promise<void> {
    // Twice: a process that was busy itself for a second may have missed the first answer.
    for (let unanswered = 1; !pool.ending && !(await isAnswered(pool, answerMs(statementMs))); unanswered += 1) {
      isSilent = unanswered > 1;
      await pause(lookMs, undefined, { ref: false });
    }
    isSilent = false;
    answeredAt = Date.now();
  }
  const look = (): void => {
    if (open > 0 && Date.now() - answeredAt > quietMs(statementMs))
      asking ??= askUntilAnswered().finally(() => (asking = undefined));
  };
  const end = (error: unknown): void => {
    open -= 1;
    if (!isUnanswered(error)) answeredAt = Date.now();
  };

  const connect = pool.connect.bind(pool) as (callback: Connected) => void;
  const guarded = (callback: Connected): void => {
    if (isSilent)
      return callback(new Error('Connection terminated: the database does not answer.'), undefined, () => {});
    if (open === 0) answeredAt = Date.now();
    open += 1;
    connect((error, client, release) => {
      if (error) end(error);
      callback(error, client, release);
    });
  };
  pool.connect = ((callback?: Connected) =>
    callback
      ? guarded(callback)
      : new Promise((resolve, reject) =>
          guarded((error, client) => (error ? reject(error) : resolve(client!))),
        )) as typeof pool.connect;
  pool.on('release', end);
  const timer = setInterval(() => (pool.ending ? clearInterval(timer) : look()), lookMs);
  timer.unref();
}

/** Ended by a timer of the driver or the pool. The server has one that ends statements earlier. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && /timeout/i.test(error.message) && !('severity' in error);

/** On a connection of its own. */
export async function isAnswered({ options }: pg.Pool, withinMs: number): Promise<boolean> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: withinMs, query_timeout: withinMs });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select');
    return true;
  } catch (error) {
    // A refusal, for too many connections for example, is an answer.
    return error instanceof Error && 'severity' in error;
  } finally {
    void client.end().catch(() => {});
  }
}
