import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { repeatEvery } from '../repeat-every.ts';
import type { InboxEvent } from './event.ts';
import type { Spool } from './spool.ts';
import { deliverEvents } from './deliver-events.ts';

/** Between two tries while the database is away. */
const pauseMs = 1_000;

export type Replay = {
  /** A file is being told right now. */
  readonly isRunning: boolean;
  stop(): Promise<void>;
};

type Parts = { database: Database; spool: Spool; log: Log; received: (events: number) => void };

/** Tells the spool to the database, oldest first, for as long as there is one. Told twice is once. */
export function startReplay({ database, spool, log, received }: Parts): Replay {
  let isRunning = false;

  async function deliverAll(signal: AbortSignal): Promise<void> {
    for (let name = await spool.oldest(); name !== undefined; name = await spool.oldest()) {
      for await (const { text, events } of spool.batches(name)) {
        if (signal.aborted) return;
        await deliverEvents(database, text, events, { accepted: received, refused: setAside });
      }
      await spool.done(name);
    }
    log.info('the spool is empty again');
  }

  async function setAside(event: InboxEvent, reason: string): Promise<void> {
    log.error({ event: event.id, reason }, 'an event was set aside: the database will never take it');
    await spool.setAside([event]);
  }

  async function deliverSpool(signal: AbortSignal): Promise<void> {
    if (spool.isEmpty) return;
    isRunning = true;
    try {
      await deliverAll(signal);
    } catch (error) {
      log.warn({ err: error, waiting: spool.events }, 'the spool waits for the database');
    } finally {
      isRunning = false;
    }
  }
  const repeated = repeatEvery(pauseMs, log, deliverSpool, { pauseFirst: true });

  return {
    get isRunning() {
      return isRunning;
    },
    stop: () => repeated.stop(),
  };
}
