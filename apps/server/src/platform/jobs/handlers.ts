import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Job } from './job.ts';

/** One try of one job. */
export type Run = {
  jobId: string;
  /** 1 at the first try. */
  attempt: number;
  /** Aborts at the time limit, at shutdown, and when another worker has taken the job over. */
  signal: AbortSignal;
  log: Log;
};

/** What work of the installation receives; no tenant row is visible through it. */
export type SystemContext = { database: Database; now: () => Date };

type JobFn<Payload, Tenant> = (
  ctx: Tenant extends false ? SystemContext : Context,
  payload: Payload,
  run: Run,
) => Promise<unknown>;

export type Handler = { job: Job; act: (ctx: Context | SystemContext, payload: unknown, run: Run) => Promise<unknown> };

/** Joins a declared job with its function. A handler may run twice and acts once. */
export const handle = <Payload, Tenant extends boolean>(
  job: Job<Payload, Tenant>,
  act: JobFn<Payload, Tenant>,
): Handler => ({ job, act }) as unknown as Handler;

/** Thrown by a handler when no further try can help: the job becomes a dead letter at once. */
export class PermanentJobError extends Error {}

/** No job has two handlers, or the process stops with a sentence that names it. */
export function checkHandlers(handlers: readonly Handler[]): void {
  const names = handlers.map(({ job }) => job.name);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  if (twice.length > 0) throw new Error(twice.map((name) => `The job "${name}" has more than one handler.`).join('\n'));
}
