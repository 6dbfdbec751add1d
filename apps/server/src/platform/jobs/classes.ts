/** Queues of one class share workers and a dead letter, and never wait for another class. */
export const jobClasses = {
  /** Mail a person is waiting for: password resets, invitations, sign-in codes. Nothing else: after a restore what waits is cancelled. */
  transactional: { workers: 2, batch: 10, parallel: 8 },
  /** Chunks of a campaign: about 500 recipients each, one transaction each. */
  campaign: { workers: 2, batch: 2, parallel: 4 },
  /** Due rows found by index: automations that wake up, events handed to later features. */
  sweep: { workers: 2, batch: 8, parallel: 8 },
  /** Files of up to a million rows, worked through in chunks. */
  import: { workers: 1, batch: 2, parallel: 2 },
  /** Calls to other people's servers, which may be slow. */
  webhook: { workers: 4, batch: 10, parallel: 24 },
  maintenance: { workers: 1, batch: 4, parallel: 2 },
} as const satisfies Record<string, ClassSettings>;

export type JobClass = keyof typeof jobClasses;

type ClassSettings = {
  /** Fetch loops of one queue in one process. */
  workers: number;
  /** Jobs taken by one fetch; they run side by side. Above 1 everywhere: only then does a full batch fetch on at once. */
  batch: number;
  /** Jobs of the whole class that run at the same time in one process. */
  parallel: number;
};

export const classNames = Object.keys(jobClasses) as JobClass[];

export const deadLetterQueue = (jobClass: JobClass) => `dead.${jobClass}`;

export const deadLetterQueues = classNames.map(deadLetterQueue);

/** One kind of job leaves half of its class to the others, so that a kind that hangs delays only itself. */
export const parallelOfOneKind = (jobClass: JobClass) => Math.ceil(jobClasses[jobClass].parallel / 2);
