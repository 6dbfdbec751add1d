import { isTransientError } from '#platform/database/transient-error.ts';
import type { Log } from '#platform/log.ts';

/** Milliseconds between two tries while the database is away, and between two lines in the log about it. */
const pauseMs = 250;
const logMs = 30_000;

type Writing<Item> = {
  write: (items: Item[]) => Promise<unknown>;
  log: Log;
  /** What is written, for the log. */
  what: string;
  /** Names an item in the log; never an address. */
  name: (item: Item) => object;
};

/**
 * Written again and again until the database takes it: it may be away for long, so there is no last try. What it refuses
 * for good is found by halving, logged and left: the rest is written, and no send worker waits for it for ever.
 */
export async function retryUntilWritten<Item>(items: Item[], writing: Writing<Item>): Promise<void> {
  const { write, log, what, name } = writing;
  for (let loggedAt = Number.NEGATIVE_INFINITY; ;) {
    try {
      await write(items);
      return;
    } catch (err) {
      if (!isTransientError(err)) {
        const half = Math.ceil(items.length / 2);
        if (items.length > 1) {
          await retryUntilWritten(items.slice(0, half), writing);
          return retryUntilWritten(items.slice(half), writing);
        }
        log.error({ err, ...name(items[0]!) }, `the database refuses ${what} for good`);
        return;
      }
      if (performance.now() - loggedAt > logMs) {
        log.warn({ err, waiting: items.length }, `${what} waits for the database`);
        loggedAt = performance.now();
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
