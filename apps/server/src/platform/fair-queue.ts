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
  /** When more arrives than is worked off, whoever comes is refused at once; never without it. */
  shed?: Shedding;
};

/**
 * Milliseconds, after the algorithm CoDel. A burst is a queue that empties within `burstMs`; one that does not is a standing
 * queue, which only makes everybody late: then those who have waited longer than `targetMs` are refused, and nobody may join
 * while the first has, until nobody had to be refused for `burstMs`. Those who wait for their own key do not count.
 */
export type Shedding = { burstMs: number; targetMs: number };

export type FairQueue = {
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
  /** For work that outlives a function: answers what gives the place back, once. */
  enter(key: string): Promise<() => void>;
  /** Whether whoever comes now is to be refused. */
  isShedding(): boolean;
};

type Waiting = { key: string; since: number; start: () => void; refuse: (problem: Problem) => void };

/**
 * Runs tasks within a limit for everybody and one for each key, mostly an organization, so that one of them cannot take
 * every place. The next place goes to the key that has the fewest. Who waits too long is refused: 429 when it is the
 * key's own limit that is full, 503 when the process is.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const places = new Places(limits);
  const enter = async (key: string) => {
    if (!places.take(key)) await places.wait(key);
    let isOver = false;
    return () => {
      if (!isOver) places.leave(key);
      isOver = true;
    };
  };

  return {
    enter,
    isShedding: () => places.isShedding(),
    async run(key, task) {
      const leave = await enter(key);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}

class Places {
  readonly #limits: Required<FairQueueLimits>;
  /** When the queue of the process was last empty, and when somebody was last refused for its length. */
  #emptyAt = 0;
  #shedAt = Number.NEGATIVE_INFINITY;
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #total = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = { mostWaiting: 200, shed: { burstMs: Infinity, targetMs: Infinity }, ...limits };
  }

  take(key: string): boolean {
    if (!this.#mayStart(key)) return false;
    this.#total += 1;
    this.#running.set(key, this.#runningOf(key) + 1);
    return true;
  }

  leave(key: string): void {
    this.#total -= 1;
    const left = this.#runningOf(key) - 1;
    if (left === 0) this.#running.delete(key);
    else this.#running.set(key, left);
    const next = this.#next();
    if (!next) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.take(next.key);
    next.start();
  }

  isShedding(): boolean {
    const now = performance.now();
    const { burstMs, targetMs } = this.#limits.shed;
    const first = this.#firstInLine();
    if (first === undefined || now - first.since <= targetMs) return false;
    const isGoingOn = now - this.#shedAt < burstMs;
    if (!isGoingOn && now - this.#emptyAt <= burstMs) return false;
    this.#shedAt = now;
    if (!isGoingOn) this.#refuseWaiting(now - targetMs);
    return true;
  }

  /** Those who came before shedding began would all be late, and everybody behind them. */
  #refuseWaiting(before: number): void {
    const late = this.#waiting.filter(({ key, since }) => since < before && !this.#isOwnFull(key));
    for (const each of late) {
      this.#waiting.splice(this.#waiting.indexOf(each), 1);
      each.refuse(allTaken());
    }
  }

  /** Who waits for the process, and not for its own key. */
  #firstInLine(): Waiting | undefined {
    return this.#waiting.find(({ key }) => !this.#isOwnFull(key));
  }

  wait(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const refusal = this.#refusal(key);
      if (refusal) return reject(refusal);
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        reject(this.#isOwnFull(key) ? shareTaken() : allTaken());
      }, this.#limits.waitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const refuse = (problem: Problem) => {
        clearTimeout(timer);
        reject(problem);
      };
      if (!this.#firstInLine()) this.#emptyAt = performance.now();
      const entry: Waiting = { key, since: performance.now(), start, refuse };
      this.#waiting.push(entry);
    });
  }

  /** Why nobody more may wait, if so. */
  #refusal(key: string): Problem | null {
    const own = this.#waiting.filter((each) => each.key === key).length;
    if (own >= this.#limits.waitingPerKey) return own > 0 || this.#isOwnFull(key) ? shareTaken() : allTaken();
    return this.#waiting.length >= this.#limits.mostWaiting || this.isShedding() ? allTaken() : null;
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const each of this.#waiting)
      if (this.#mayStart(each.key) && (!next || this.#runningOf(each.key) < this.#runningOf(next.key))) next = each;
    return next;
  }

  #mayStart(key: string): boolean {
    return this.#total < this.#limits.most && !this.#isOwnFull(key);
  }

  #isOwnFull(key: string): boolean {
    return this.#runningOf(key) >= this.#limits.mostPerKey;
  }

  #runningOf(key: string): number {
    return this.#running.get(key) ?? 0;
  }
}

const shareTaken = () =>
  new Problem(
    'too_many_requests',
    'Your organization has too many requests of this kind open. Try again in a moment.',
    {
      retryAfter: 2,
    },
  );
export const allTaken = () =>
  new Problem('overloaded', 'Too busy right now. Please try again in a moment.', { retryAfter: 5 });
