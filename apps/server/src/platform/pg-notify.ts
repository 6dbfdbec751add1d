import pg from 'pg';
import type { Log } from './log.ts';

export type PgListener = { close(): Promise<void> };

type Listener = {
  channel: string;
  receive: (payload: string) => void;
  /** Called after each (re)connect, and each second while there is none: whatever was cached may have missed news. */
  reset: (isListening: boolean) => void;
};

/**
 * Milliseconds between two questions whether the database is still there, and for its answer. A host that vanished hangs up
 * on nobody, and who only listens would wait for the two hours after which the kernel asks.
 */
const defaultCheck = { everyMs: 15_000, answerMs: 5_000 };

/** LISTEN on one direct connection, which comes back by itself when the database does. */
export function listen(
  url: string,
  log: Log,
  listeners: readonly Listener[],
  { everyMs, answerMs } = defaultCheck,
): PgListener {
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let stopChecking = () => {};

  const retry = () => {
    stopChecking();
    if (closed) return;
    for (const { reset } of listeners) reset(false);
    timer = setTimeout(() => void connect(), 1_000);
  };

  async function connect(): Promise<void> {
    const next = openClient(url, answerMs);
    client = next;
    // A server that stops says so and then hangs up: two errors, and an unheard one would end the process.
    next.on('error', (error) => log.warn({ err: error }, 'the notification connection was lost'));
    next.once('end', retry);
    next.on('notification', ({ channel, payload }) => {
      for (const listener of listeners) if (listener.channel === channel) listener.receive(payload ?? '');
    });
    try {
      await next.connect();
      for (const { channel } of listeners) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      for (const { reset } of listeners) reset(true);
      stopChecking = endWhenSilent(next, log, everyMs);
    } catch {
      // `end` follows a failed start and schedules the next attempt.
      await next.end().catch(() => {});
    }
  }

  void connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      stopChecking();
      await client?.end().catch(() => {});
    },
  };
}

const openClient = (url: string, answerMs: number) =>
  new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });

/** Asks now and then; a connection that does not answer is ended. Answers how to stop. */
function endWhenSilent(client: pg.Client, log: Log, everyMs: number): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const check = async () => {
    try {
      await client.query('select 1');
      later();
    } catch (error) {
      if (isStopped) return;
      log.warn({ err: error }, 'the notification connection does not answer');
      // With a question under way it hangs up at once, instead of waiting for a farewell.
      await client.end().catch(() => {});
    }
  };
  const later = () => {
    if (!isStopped) timer = setTimeout(() => void check(), everyMs).unref();
  };
  later();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
