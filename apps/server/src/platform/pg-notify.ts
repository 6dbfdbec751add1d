import pg from 'pg';
import type { Log } from './log.ts';

export type PgListener = { close(): Promise<void> };

type Listener = {
  channel: string;
  receive: (payload: string) => void;
  /** Called after each (re)connect, and each second while there is none: whatever was cached may have missed news. */
  reset: (isListening: boolean) => void;
};

/** LISTEN on one direct connection, which comes back by itself when the database does. */
export function listen(url: string, log: Log, listeners: readonly Listener[]): PgListener {
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const retry = () => {
    if (closed) return;
    for (const { reset } of listeners) reset(false);
    timer = setTimeout(() => void connect(), 1_000);
  };

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
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
      await client?.end().catch(() => {});
    },
  };
}
