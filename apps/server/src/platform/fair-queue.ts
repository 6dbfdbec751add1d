import { Problem } from './problem.ts';

export type FairQueueLimits = {
  /** Tasks that run at the same time, over all keys. */
  most: number;
  /** Tasks of one key that run at the same time. */
  mostPerKey: number;
  /** Tasks of one key that may wait; the next is refused at once. */
  waitingPerKey: number;
  /** Tasks that may wait over all keys: whoever registers a hundred organizations must not fill the memory. */
  mostWaiting?: number;
  /** Milliseconds a task may wait for its turn. */
  waitMs: number;
};

export type FairQueue = { run<Result>(key: string, task: () => Promise<Result>): Promise<Result> };

type Waiting = { key: string; start: () => void };

/**
 * Runs tasks within a limit for everybody and one for each key, mostly an organization, so that one of them cannot take
 * every place. The next place goes to the key that has the fewest. Who waits too long is refused: 429 when it is the
 * key's own limit that is full, 503 when the process is.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { most, mostPerKey, waitingPerKey, mostWaiting = 200, waitMs } = limits;
  const running = new Map<string, number>();
  const waiting: Waiting[] = [];
  let total = 0;
  const runningOf = (key: string) => running.get(key) ?? 0;
  const mayStart = (key: string) => total < most && runningOf(key) < mostPerKey;

  const start = (key: string) => {
    total += 1;
    running.set(key, runningOf(key) + 1);
  };

  const end = (key: string) => {
    total -= 1;
    if (runningOf(key) === 1) running.delete(key);
    else running.set(key, runningOf(key) - 1);
    const next = waiting
      .filter((each) => mayStart(each.key))
      .reduce<Waiting | undefined>(
        (best, each) => (best && runningOf(best.key) <= runningOf(each.key) ? best : each),
        undefined,
      );
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    start(next.key);
    next.start();
  };

  const wait = (key: string) =>
    new Promise<void>((resolve, reject) => {
      if (waiting.filter((each) => each.key === key).length >= waitingPerKey) return reject(shareTaken());
      if (waiting.length >= mostWaiting) return reject(allTaken());
      const entry: Waiting = {
        key,
        start() {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(runningOf(key) >= mostPerKey ? shareTaken() : allTaken());
      }, waitMs);
      waiting.push(entry);
    });

  return {
    async run(key, task) {
      if (mayStart(key)) start(key);
      else await wait(key);
      try {
        return await task();
      } finally {
        end(key);
      }
    },
  };
}

const shareTaken = () =>
  new Problem(
    'too_many_requests',
    'Your organization has too many requests of this kind open. Try again in a moment.',
    {
      retryAfter: 2,
    },
  );
const allTaken = () =>
  new Problem('overloaded', 'Too busy right now. Please try again in a moment.', { retryAfter: 5 });
