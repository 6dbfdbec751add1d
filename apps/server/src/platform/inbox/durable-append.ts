import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { insertEvents, insertEventsAgain } from './append-queries.ts';
import type { InboxMetrics } from './metrics.ts';
import type { Spool } from './spool.ts';

/** Milliseconds until a statement without an answer is put into the spool as well. */
const timeoutMs = 1_000;
/** Batches that neither the database nor the disk takes; more are lost, and said to be. */
const mostUnwrittenBatches = 200;

type Parts = { database: Database; spool: Spool; log: Log; metrics: InboxMetrics };

/** Two ways to keep a batch. Both resolve as soon as it is safe, in the database or in the spool, and never fail. */
export function createDurableAppend({ database, spool, log, metrics }: Parts) {
  let statements = 0;
  let unwrittenBatches = 0;
  let isFailing = false;
  let lastChance = false;

  function toDatabase(batch: string, events: number): Promise<void> {
    return new Promise((safe) => {
      let impatient: Promise<void> | undefined;
      const clock = setTimeout(() => {
        impatient = toSpool(batch, events).then(safe);
      }, timeoutMs);
      statements += 1;
      insertEvents(database, batch)
        .then(() => metrics.appended(events))
        .catch((error: unknown) => {
          log.warn({ err: error, events }, 'events go to the spool');
          return impatient ?? toSpool(batch, events);
        })
        .finally(() => {
          statements -= 1;
          clearTimeout(clock);
          safe();
        });
    });
  }

  async function toSpool(batch: string, events: number): Promise<void> {
    if (unwrittenBatches >= mostUnwrittenBatches) return metrics.lost(events, log);
    unwrittenBatches += 1;
    for (let kept = false; !kept;) kept = await tryToKeep(batch, events);
    unwrittenBatches -= 1;
  }

  async function tryToKeep(batch: string, events: number): Promise<boolean> {
    try {
      await spool.append(batch, events);
      isFailing = false;
      return true;
    } catch (error) {
      isFailing = true;
      log.error({ err: error }, 'the spool cannot be written');
    }
    if (lastChance) {
      metrics.lost(events, log);
      return true;
    }
    await pause(1_000);
    const received = await isTaken(database, batch);
    isFailing &&= !received;
    return received;
  }

  return {
    toDatabase,
    toSpool,
    forGood: createPromise({ database, spool, metrics }),
    statements: () => statements,
    /** Neither the database nor the disk took the last batch. */
    isFailing: () => isFailing,
    /** The process ends: what cannot be kept now is lost. */
    end: () => (lastChance = true),
  };
}

const isTaken = (database: Database, batch: string): Promise<boolean> =>
  insertEventsAgain(database, batch).then(
    () => true,
    () => false,
  );

/** Events of one statement, and statements on their way at once, of what was promised. */
const promised = { atOnce: 500, statements: 2 };

/**
 * For what a person was promised: nobody is told that it is done before it cannot be lost any more. Whoever comes while
 * two statements are on their way goes with the next one: alone, each of 400 a second would cost a commit of its own.
 */
function createPromise({ database, spool, metrics }: Omit<Parts, 'log'>) {
  type Waiting = { event: string; kept: PromiseWithResolvers<void> };
  let waiting: Waiting[] = [];
  let running = 0;

  async function keep(group: readonly Waiting[]): Promise<void> {
    const batch = `[${group.map(({ event }) => event).join()}]`;
    // A database that does not answer holds nobody up: what comes behind goes to the spool after the same wait.
    const inTime = await Promise.race([isTaken(database, batch), pause(timeoutMs, false, { ref: false })]);
    if (inTime) metrics.appended(group.length);
    else await spool.appendForGood(batch, group.length);
  }

  function next(): void {
    while (running < promised.statements && waiting.length > 0) {
      const group = waiting.slice(0, promised.atOnce);
      waiting = waiting.slice(promised.atOnce);
      running += 1;
      keep(group)
        .then(
          () => group.forEach(({ kept }) => kept.resolve()),
          (error: unknown) => group.forEach(({ kept }) => kept.reject(error)),
        )
        .finally(() => {
          running -= 1;
          next();
        });
    }
  }

  return (event: string): Promise<void> => {
    const kept = Promise.withResolvers<void>();
    waiting.push({ event, kept });
    next();
    return kept.promise;
  };
}
