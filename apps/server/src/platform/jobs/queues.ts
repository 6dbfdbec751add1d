import type { Db as EngineDb, PgBoss, Queue } from 'pg-boss';
import { type JobClass, classNames, deadLetterQueue } from './classes.ts';

const hours = (count: number) => count * 3_600;
const days = (count: number) => hours(24) * count;

/** Seconds without a sign of life after which a worker counts as dead; the engine's minimum. */
const heartbeatSeconds = 10;

/** What the queue of a job follows from. */
type Queued = {
  class: JobClass;
  attempts: number;
  timeLimitSeconds: number;
  backoffSeconds: number;
  backoffLimitSeconds: number;
  onePerKey: boolean;
};

export type QueueSettings = Omit<Queue, 'name' | 'partition'> & { policy: string };

/** One queue for each declared job: its own policy, figures and workers, so one kind cannot stand in another's way. */
export const queueSettings = (declared: Queued): QueueSettings => ({
  policy: declared.onePerKey ? 'short' : 'standard',
  retryLimit: declared.attempts - 1,
  retryDelay: declared.backoffSeconds,
  retryBackoff: true,
  retryDelayMax: declared.backoffLimitSeconds,
  // Only a backstop: a dead worker is noticed by its heartbeat and a slow job by its own time limit. The slack is for
  // jobs that were fetched and wait for a free slot of their class.
  expireInSeconds: Math.min(declared.timeLimitSeconds * 4 + 120, 86_000),
  heartbeatSeconds,
  // Done jobs are read over by the engine every few seconds, so they leave soon.
  deleteAfterSeconds: hours(1),
  // A waiting job is never forgotten; the engine has no word for ever.
  retentionSeconds: days(3_650),
  warningQueueSize: 100_000,
  deadLetter: deadLetterQueue(declared.class),
  notify: true,
});

/** Waits for a person, hence no worker, no expiry and a long time to be looked at. */
export const deadLetterSettings: QueueSettings = {
  policy: 'standard',
  retryLimit: 0,
  deleteAfterSeconds: days(1),
  retentionSeconds: days(365),
  notify: false,
};

/** Plain rows; the application's role may write them but not create tables, so no queue has a partition of its own. */
export const createQueueSql = 'select pgboss.create_queue($1, $2::text::jsonb)';

export async function createQueue(db: EngineDb, name: string, settings: QueueSettings): Promise<void> {
  await db.executeSql(createQueueSql, [name, JSON.stringify(settings)]);
}

export async function createDeadLetterQueues(db: EngineDb, classes: JobClass[] = classNames): Promise<void> {
  for (const jobClass of classes) await createQueue(db, deadLetterQueue(jobClass), deadLetterSettings);
}

/** Brings the queues of a starting worker in line with what the code declares. */
export async function matchQueues(engine: PgBoss, db: EngineDb, jobs: (Queued & { name: string })[]): Promise<void> {
  await createDeadLetterQueues(db);
  const existing = new Map((await engine.getQueues()).map((queue) => [queue.name, queue]));

  for (const declared of jobs) {
    const { policy, ...settings } = queueSettings(declared);
    const queue = existing.get(declared.name);
    if (!queue) await createQueue(db, declared.name, { policy, ...settings });
    else if (queue.policy !== policy) {
      throw new Error(
        `The job "${declared.name}" changed its onePerKey; give it a new name, since waiting jobs keep the old rule.`,
      );
    } else if (Object.entries(settings).some(([key, value]) => queue[key as keyof typeof queue] !== value)) {
      await engine.updateQueue(declared.name, settings);
    }
  }
}
