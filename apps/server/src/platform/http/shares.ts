import { availableParallelism } from 'node:os';
import type { Endpoint } from '@waggle/contracts/endpoint';
import type { Config } from '../config.ts';
import { allTaken, createFairQueue } from '../fair-queue.ts';
import type { Session } from '../session.ts';

export type Shares = {
  /** Refuses a call before anything is done for it while the process falls behind: 503, with a time to come back. */
  shed(): void;
  /** Runs the call when its organization has a place free; 429 or 503 when none becomes free in time. Strangers have rate limits. */
  run<Result>(
    call: { endpoint: Endpoint; query: unknown; session: Pick<Session, 'organizationId'> | null },
    task: () => Promise<Result>,
  ): Promise<Result>;
};

/** A hundred people who open a page at the same moment are a burst. */
const shed = { burstMs: 500, targetMs: 25 };
/** Made once: who refuses thousands a second has no time to write down each time where. */
const tooBusy = allTaken();
/** Calls of one organization at a time; a page asks for eight things at once, and each takes some milliseconds. */
const mostLight = 4;
/**
 * Long questions at a time, of everybody and of one organization: the pool keeps connections for all other calls. Each fills a core
 * of the database; two of one organization fill a machine of two, and others then wait half as long again for their screens.
 */
const longQuestions = {
  most: 3,
  mostPerKey: availableParallelism() > 2 ? 2 : 1,
  waitingPerKey: 20,
  waitMs: 10_000,
};
/** Calls that wait for a thread or another server, and hold no connection meanwhile. */
const waitingElsewhere = { most: 50, mostPerKey: 4, waitingPerKey: 40, waitMs: 20_000 };

/** How much of the process one organization may have at a time, by what its calls cost. */
export function createShares({
  DATABASE_POOL_SIZE: pool,
  UNSAFE_NO_RATE_LIMITS: off,
}: Pick<Config, 'DATABASE_POOL_SIZE' | 'UNSAFE_NO_RATE_LIMITS'>): Shares {
  if (off) return { shed: () => {}, run: (_, task) => task() };
  const light = createFairQueue({
    // As many again wait for a connection; more would wait there, in no order.
    most: pool * 2,
    shed,
    mostPerKey: Math.min(mostLight, Math.ceil(pool / 2)),
    waitingPerKey: 100,
    mostWaiting: 2_000,
    waitMs: 10_000,
  });
  const queues = {
    light,
    'long-question': createFairQueue({ ...longQuestions, most: Math.min(longQuestions.most, Math.ceil(pool / 3)) }),
    elsewhere: createFairQueue(waitingElsewhere),
  };
  return {
    shed() {
      if (light.isShedding()) throw tooBusy;
    },
    run({ endpoint, query, session }, task) {
      const cost = costOf(endpoint, query);
      return session === null || cost === 'own-queue' ? task() : queues[cost].run(session.organizationId, task);
    },
  };
}

function costOf({ limits }: Endpoint, query: unknown) {
  if (limits?.longWith?.some((key) => (query as Record<string, unknown>)[key] !== undefined)) return 'long-question';
  return limits?.cost ?? 'light';
}
