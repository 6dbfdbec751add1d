import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { InboxEvent } from './event.ts';
import type { Spool } from './spool.ts';
import { tellEvents } from './tell.ts';

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
        await tellEvents(database, text, events, { accepted: told, refused: setAside });
      }
      await spool.done(name);
    }
    log.info('the spool is empty again');
  }

  async function setAside(event: InboxEvent, reason: string): Promise<void> {
    log.error({ event: event.id, reason }, 'an event was set aside: the database will never take it');
    await spool.setAside([event]);
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
