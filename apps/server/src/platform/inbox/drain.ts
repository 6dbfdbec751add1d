import type { Database } from '../database/database.ts';
import { isTimeLimit } from '../database/transient-error.ts';
import type { Heartbeats } from '../heartbeats.ts';
import type { Log } from '../log.ts';
import { createBatchLimits } from './batch-limits.ts';
import { createDrainMetrics } from './drain-metrics.ts';
import { findOptOuts, findWaiting, type Waiting } from './drain-queries.ts';
import { BatchFailed, drainBatch } from './drain-turn.ts';
import { optOutKinds } from './event.ts';
import type { DrainHandler } from './handlers.ts';
import { contextOf, note, takeTurn, type TurnParts } from './take-turn.ts';

export type Drain = {
  /** Takes no new batch and lets the running ones finish. */
  stop(): Promise<void>;
};

type Parts = {
  database: Database;
  log: Log;
  handlers: readonly DrainHandler[];
  now?: () => Date;
  heartbeats?: Heartbeats | undefined;
  /** See `Context`. */
  sellsNoPlans?: boolean;
};

/**
 * Milliseconds until the next look when nobody was left with a full turn: as long as the last one took, within these. A
 * busy inbox is drained in fewer and larger batches, which cost much less for each event.
 */
const tick = { least: 250, most: 1_000 };
/** Milliseconds between two looks while nothing waits: most installations are at rest most of the time. */
const idleTick = 500;
/** Milliseconds after a look that failed: the database is away. */
const pause = 1_000;
/** Organizations drained at once by one process: while one waits for the database, another is understood. */
const workers = 4;
/** Organizations whose opt-outs are drained at once: one may have to wait for its running batch. */
const optOutWorkers = 2;
/** Seconds of one turn, which is a few statements of at most five, after which the loop is stuck. */
const stuckSeconds = 120;
/** Understands waiting events as long as the process runs. Many processes may do this at once. */
export function startDrain(parts: Parts): Drain {
  const { log } = parts;
  const round = createRound(parts);
  const { promise: received, resolve: wake } = Promise.withResolvers<void>();

  const loop = async () => {
    while (!round.stopping) {
      const started = performance.now();
      let rest = 0;
      try {
        const more = await drainRound(round);
        const least = round.waits ? tick.least : idleTick;
        if (!more) rest = Math.min(Math.max(performance.now() - started, least), tick.most);
      } catch (error) {
        log.warn({ err: error }, 'the inbox could not be looked at');
        rest = pause;
      }
      round.beat.drain();
      if (rest > 0) await Promise.race([received, sleep(rest)]);
    }
  };
  const ended = Promise.all([loop(), overtake(round, received)]);
  return {
    async stop() {
      round.stopping = true;
      wake();
      await ended;
    },
  };
}

/**
 * Opt-outs beside the rest: at most one running batch of their organization is in front of them. While nothing waits there
 * is nothing to overtake, and the other loop finds them as soon.
 */
async function overtake(round: Round, received: Promise<void>): Promise<void> {
  while (!round.stopping) {
    try {
      if (round.waits) await overtakeRound(round);
    } catch (error) {
      round.log.warn({ err: error }, 'waiting opt-outs could not be read');
    }
    round.beat.optOuts();
    await Promise.race([received, sleep(tick.least)]);
  }
}

/** The waiting opt-outs of every organization. */
export async function overtakeRound(round: Round): Promise<void> {
  const handlers = round.handlers.filter(({ kind }) => optOutKinds.includes(kind.name));
  const queue = (await findOptOuts(round.database.sweep)).values();

  const worker = async () => {
    for (const next of queue) {
      if (round.stopping) return;
      await overtakeFor(round, handlers, next);
      round.beat.optOuts();
    }
  };
  await Promise.all(Array.from({ length: optOutWorkers }, worker));
}

/** One organization's failure is its own: the opt-outs of those behind it must not wait for it. */
async function overtakeFor(round: Round, handlers: readonly DrainHandler[], next: Waiting): Promise<void> {
  const { organizationId, receivedOn } = next;
  const { limits } = round;
  const batch = { ...limits.of(organizationId, 'optOuts'), receivedOn, optOuts: true };
  try {
    const drained = await drainBatch(contextOf(round, organizationId), handlers, batch);
    limits.went(organizationId, 'optOuts', drained.events);
    note(round, organizationId, drained);
  } catch (error) {
    // The other loop meets them as well, and looks for the bad ones.
    const cause = error instanceof BatchFailed ? error.cause : error;
    if (error instanceof BatchFailed && isTimeLimit(cause)) limits.tookTooLong(organizationId, 'optOuts', error.ids);
    round.log.warn({ err: cause, organizationId }, 'opt-outs could not overtake');
  }
}

type Round = TurnParts & {
  stopping: boolean;
  /** Whether the last look found anything. */
  waits: boolean;
  /** Said after every turn: one round over many organizations takes as long as it takes. */
  beat: { drain(): void; optOuts(): void };
};

export function createRound(parts: Parts): Round {
  const { database, log, handlers, now = () => new Date(), heartbeats, sellsNoPlans = false } = parts;
  const beat = {
    drain: heartbeats?.loop('inbox drain', stuckSeconds) ?? (() => {}),
    optOuts: heartbeats?.loop('opt-outs', stuckSeconds) ?? (() => {}),
  };
  const metrics = createDrainMetrics(now);
  return {
    database,
    log,
    handlers,
    now,
    sellsNoPlans,
    failures: new Map(),
    limits: createBatchLimits(),
    metrics,
    stopping: false,
    waits: false,
    beat,
  };
}

/** One turn for every organization with waiting events, oldest first. True when one of them has more. */
export async function drainRound(round: Round): Promise<boolean> {
  const waiting = await findWaiting(round.database.sweep);
  round.waits = waiting.length > 0;
  round.metrics.oldest(waiting[0]?.happenedAt ?? null);
  const queue = waiting.values();
  let more = false;

  const worker = async () => {
    for (const next of queue) {
      if (round.stopping) return;
      if (await takeTurn(round, next)) more = true;
      round.beat.drain();
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return more;
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
