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

type Deed<Payload, Tenant> = (
  ctx: Tenant extends false ? SystemContext : Context,
  payload: Payload,
  run: Run,
) => Promise<unknown>;

export type Handler = { job: Job; act: (ctx: Context | SystemContext, payload: unknown, run: Run) => Promise<unknown> };

/** Joins a declared job with its deed. A handler may run twice and acts once. */
export const handle = <Payload, Tenant extends boolean>(
  job: Job<Payload, Tenant>,
  act: Deed<Payload, Tenant>,
): Handler => ({ job, act }) as unknown as Handler;

/** Thrown by a handler when no further try can help: the job becomes a dead letter at once. */
export class Unworkable extends Error {}

/** Every declared job has exactly one handler, or the process stops with a sentence that names it. */
export function checkHandlers(declared: Job[], handlers: Handler[]): void {
  const handled = new Map<string, number>();
  for (const { job } of handlers) handled.set(job.name, (handled.get(job.name) ?? 0) + 1);

  const wrong = [
    ...declared.filter(({ name }) => !handled.has(name)).map(({ name }) => `The job "${name}" has no handler.`),
    ...[...handled].filter(([, count]) => count > 1).map(([name, count]) => `The job "${name}" has ${count} handlers.`),
    ...handlers
      .filter(({ job }) => !declared.includes(job))
      .map(({ job }) => `The handler of "${job.name}" belongs to no declared job.`),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}
