import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { insertEventsAgain, isRefusedForGood } from './append-queries.ts';
import type { InboxEvent } from './event.ts';
import type { Spool } from './spool.ts';

/** The inbox keeps a day for 30; what is older has no place to go any more. */
const keptMs = 29 * 86_400_000;
/** Between two tries while the database is away. */
const pauseMs = 1_000;

export type Replay = {
  /** A file is being told right now. */
  readonly isRunning: boolean;
  stop(): Promise<void>;
};

type Parts = { database: Database; spool: Spool; log: Log; told: (events: number) => void };

/** Tells the spool to the database, oldest first, for as long as there is one. Told twice is once. */
export function startReplay({ database, spool, log, told }: Parts): Replay {
  let running: Promise<void> | undefined;
  let stopped = false;

  async function tellAll(): Promise<void> {
    for (let name = await spool.oldest(); name !== undefined; name = await spool.oldest()) {
      for await (const { text, events } of spool.batches(name)) {
        if (stopped) return;
        await tellBatch(text, events);
      }
      await spool.done(name);
    }
    log.info('the spool is empty again');
  }

  async function tellBatch(text: string, events: readonly InboxEvent[]): Promise<void> {
    const oldest = Date.now() - keptMs;
    const fresh = events.filter(({ happenedAt }) => happenedAt >= oldest);
    if (fresh.length < events.length) {
      await leave(
        events.filter((event) => !fresh.includes(event)),
        'older than the inbox keeps',
      );
    }
    await tell(fresh.length === events.length ? text : JSON.stringify(fresh), fresh);
  }

  /** Halves what the database refuses until the one event is found that it will never take. */
  async function tell(text: string, events: readonly InboxEvent[]): Promise<void> {
    if (events.length === 0) return;
    try {
      await insertEventsAgain(database, text);
      told(events.length);
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      if (events.length === 1) return leave(events, (error as Error).message);
      const middle = events.length >> 1;
      for (const half of [events.slice(0, middle), events.slice(middle)]) await tell(JSON.stringify(half), half);
    }
  }

  async function leave(events: readonly InboxEvent[], reason: string): Promise<void> {
    log.error({ events: events.length, reason }, 'events were set aside: the database will never take them');
    await spool.setAside(events);
  }

  const timer = setInterval(() => {
    if (running || spool.isEmpty) return;
    running = tellAll()
      .catch((error: unknown) => log.warn({ err: error, waiting: spool.events }, 'the spool waits for the database'))
      .finally(() => (running = undefined));
  }, pauseMs);

  return {
    get isRunning() {
      return running !== undefined;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
