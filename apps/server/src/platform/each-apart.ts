import { isTimeLimit, isTransientError } from './database/transient-error.ts';

/**
 * One bad row costs the others nothing: what fails is passed over, and thrown when the rest is done, so that it is logged and tried again.
 * A database that is away would fail for each of them, after as long as a connection takes: that is thrown at once.
 */
export async function eachApart<Item>(
  items: Iterable<Item>,
  signal: AbortSignal | undefined,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  let done = 0;
  for (const item of items) {
    if (signal?.aborted) return;
    try {
      await work(item);
      done += 1;
    } catch (error) {
      if (signal?.aborted || (isTransientError(error) && !isTimeLimit(error))) throw error;
      failures.push(error);
    }
  }
  if (failures.length === 1 && done === 0) throw failures[0];
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${failures.length + done} failed`);
}
