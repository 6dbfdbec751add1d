import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Tries after the first. */
const mostRetries = 3;
/** Milliseconds before the second try at most; twice that before the third. */
const pauseMs = 20;

/**
 * PostgreSQL ends one of two transactions that wait for each other, and one that would read what it must not: nothing of
 * it has happened, and the same again succeeds. The attempt must have no effect outside its transaction.
 */
export async function retryConflicts<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (retries === mostRetries || !isConflict(error)) throw error;
      // At random: two that met once would otherwise meet again.
      await pause(randomInt(pauseMs * 2 ** retries));
    }
  }
}

/** Deadlocks and failed serialisation, also as the cause of an error of ours. */
export function isConflict(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === '40P01' || code === '40001' || (cause instanceof Error && isConflict(cause));
}
