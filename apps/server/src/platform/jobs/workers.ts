import type { PgBoss } from 'pg-boss';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { type JobClass, jobClasses, classNames, parallelOfOneKind } from './classes.ts';
import { type Cron, matchCrons } from './cron.ts';
import { watchDeadLetters } from './dead-letters.ts';
import { wakeDueQueues } from './due.ts';
import { openEngine } from './engine.ts';
import { type Handler, checkHandlers } from './handlers.ts';
import { type Job, declaredJobs } from './job.ts';
import { createLimiter } from './limiter.ts';
import { createJobMetrics } from './metrics.ts';
import { createOrganizations } from './organizations.ts';
import { matchQueues } from './queues.ts';
import { runJob } from './run-job.ts';

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
  /** What must have a handler; everything declared in this process unless a test says otherwise. */
  jobs?: Job[];
  now?: () => Date;
};

/** The backstop only: NOTIFY brings new jobs at once, and one look a second finds those that have become due. */
const pollSeconds = 30;

export async function startWorkers(parts: Parts): Promise<Workers> {
  const { log, config, handlers, crons = [] } = parts;
  checkHandlers(parts.jobs ?? declaredJobs(), handlers);

  const { engine, db, close } = await openEngine(config, log);
  try {
    await matchQueues(engine, db, handlers.map(({ job }) => job));
    await matchCrons(engine, crons);
    const wakeUps = await work(engine, parts);
    const stopWaking = wakeDueQueues(db, log, (queue) => wakeUps.get(queue)?.());
    const stopWatching = watchDeadLetters(db, log);

    return {
      async stop() {
        stopWaking();
        stopWatching();
        await engine.stop({ graceful: true, timeout: config.SHUTDOWN_GRACE_SECONDS * 1_000 });
        await close();
      },
    };
  } catch (error) {
    await engine.stop({ graceful: false });
    await close();
    throw error;
  }
}

/** Fetch loops for every handler; answers how to wake the loop of each queue. */
async function work(engine: PgBoss, { database, log, handlers, now = () => new Date() }: Parts): Promise<Map<string, () => void>> {
  const ofClass = new Map<JobClass, ReturnType<typeof createLimiter>>(
    classNames.map((name) => [name, createLimiter(jobClasses[name].parallel)]),
  );
  const metrics = createJobMetrics();
  const runner = { database, log, organizations: createOrganizations(database), now };
  const wakeUps = new Map<string, () => void>();

  for (const handler of handlers) {
    const { name, class: jobClass, batch } = handler.job;
    const inClass = ofClass.get(jobClass) as ReturnType<typeof createLimiter>;
    const inKind = createLimiter(parallelOfOneKind(jobClass));
    const options = {
      localConcurrency: jobClasses[jobClass].workers,
      batchSize: batch,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: pollSeconds,
      perJobResults: true,
    } as const;
    const id = await engine.work<object, unknown, typeof options>(name, options, (rows) =>
      Promise.all(rows.map((row) => inKind(() => inClass(() => metrics.measure(handler.job, () => runJob(runner, handler, row)))))),
    );
    wakeUps.set(name, () => engine.notifyWorker(id));
  }
  return wakeUps;
}
