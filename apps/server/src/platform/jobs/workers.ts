import type { Job as EngineJob, PgBoss } from 'pg-boss';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Heartbeats } from '../heartbeats.ts';
import type { Log } from '../log.ts';
import { traceWork } from '../tracing.ts';
import { type JobClass, jobClasses, classNames, parallelOfOneKind } from './classes.ts';
import { type Cron, matchCrons } from './cron.ts';
import { watchDeadLetters } from './dead-letters.ts';
import { wakeDueQueues } from './due.ts';
import { type Engine, openEngine } from './engine.ts';
import { type Handler, checkHandlers } from './handlers.ts';
import { type Limiter, createLimiter } from './limiter.ts';
import { guardLoop } from './loop-guard.ts';
import { createJobMetrics } from './metrics.ts';
import { createOrganizations } from './organizations.ts';
import { matchQueues } from './queues.ts';
import { runJob } from './run-job.ts';
import { settleFailure } from './settle.ts';

export type Workers = {
  /** Takes no new job, lets running ones finish within the grace time, and gives the rest back. */
  stop(): Promise<void>;
};

type Parts = {
  database: Database;
  log: Log;
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'SHUTDOWN_GRACE_SECONDS'>;
  handlers: Handler[];
  crons?: Cron[];
  now?: () => Date;
  heartbeats?: Heartbeats | undefined;
  /** See `Context`. */
  sellsNoPlans?: boolean;
  /** False on a database that may be an old one: then nobody gets a mail by a job. */
  mayAct?: () => Promise<boolean>;
};

/** The backstop only: NOTIFY brings new jobs at once, and one look a second finds those that have become due. */
const pollSeconds = 30;
/** Seconds; four polls. */
const stuckSeconds = 120;

export async function startWorkers(parts: Parts): Promise<Workers> {
  const { log, config, handlers, crons = [] } = parts;
  checkHandlers(handlers);

  const opened = await openEngine(config, log);
  const { engine, db } = opened;
  try {
    await matchQueues(
      engine,
      db,
      handlers.map(({ job }) => job),
    );
    await matchCrons(engine, crons);
    await work(opened, parts);
    const beat = watchLoops(engine, parts);
    const due = wakeDueQueues(db, log, { wake: (queue) => wake(engine, queue), beat });
    const deadLetters = watchDeadLetters(db, log, { jobs: handlers.map(({ job }) => job.name) });
    const stopGuard = guardLoop(log);

    const stop = async () => {
      // Not waited for: a database that does not answer must not use up the grace time of jobs.
      void due.stop();
      void deadLetters.stop();
      await engine.stop({ graceful: true, timeout: config.SHUTDOWN_GRACE_SECONDS * 1_000 });
      await opened.close();
      await stopGuard();
    };
    let stopped: Promise<void> | undefined;
    return { stop: () => (stopped ??= stop()) };
  } catch (error) {
    await engine.stop({ graceful: false });
    await opened.close();
    throw error;
  }
}

/** Fetch loops for every handler. */
async function work(
  { engine, db }: Engine,
  { database, log, handlers, now = () => new Date(), sellsNoPlans = false, mayAct }: Parts,
): Promise<void> {
  const limiters = Object.fromEntries(
    classNames.map((name) => [name, createLimiter(jobClasses[name].parallel)]),
  ) as Record<JobClass, Limiter>;
  const metrics = createJobMetrics();
  const runner = { database, log, organizations: createOrganizations(database), now, sellsNoPlans, mayAct };

  for (const handler of handlers) {
    const { name, class: jobClass, batch } = handler.job;
    const inClass = limiters[jobClass];
    const inKind = createLimiter(parallelOfOneKind(jobClass));
    const runOne = async (row: EngineJob) => {
      const outcome = await inKind(() =>
        inClass(() => metrics.measure(handler.job, () => traceWork(name, () => runJob(runner, handler, row)))),
      );
      await settleFailure(engine, db, row, outcome);
    };
    const options = {
      localConcurrency: jobClasses[jobClass].workers,
      batchSize: batch,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: pollSeconds,
    };
    await engine.work(name, options, async (rows: EngineJob[]) => void (await Promise.all(rows.map(runOne))));
  }
}

/** The look for due jobs goes round every second; a fetch loop at least with every poll, unless it is busy with a batch. */
function watchLoops(engine: PgBoss, { heartbeats, handlers }: Parts): () => void {
  for (const { job } of handlers)
    heartbeats?.watch(`jobs ${job.name}`, stuckSeconds, () => {
      const idle = engine.getWipData().filter(({ name, count }) => name === job.name && count === 0);
      const ages = idle.map(({ lastFetchedOn, createdOn }) => (Date.now() - (lastFetchedOn ?? createdOn)) / 1_000);
      return Math.max(0, ...ages);
    });
  return heartbeats?.loop('jobs due', stuckSeconds) ?? (() => {});
}

/** All of them: the first may be busy with a slow batch. */
function wake(engine: PgBoss, queue: string): void {
  for (const { id, name } of engine.getWipData()) if (name === queue) engine.notifyWorker(id);
}
