/** Rows of a batch. It grows from the first: a row may be a few bytes, or 4 MiB of an uploaded file. */
const batchRows = { first: 100, most: 5_000 };
/** Milliseconds of a batch below which the next is larger, and above which it is smaller. The limit of a statement is 5 s. */
const batchMs = { short: 250, long: 1_000 };
/** PostgreSQL's code for the limit of a statement. */
const tooLong = '57014';

export type Turn = {
  signal: AbortSignal;
  /** Milliseconds since 1970 at which others get their turn. */
  until: number;
};

/** How many rows were found and how many of those deleted; fewer when somebody else was faster. */
export type Batch = { found: number; deleted: number };

/** Deletes batch by batch, each a transaction of its own, until one finds fewer rows than it may. Answers how many are gone. */
export async function inBatches(
  { signal, until }: Turn,
  deleteBatch: (size: number) => Promise<Batch>,
): Promise<number | 'turn over'> {
  let total = 0;
  let size = batchRows.first;
  for (;;) {
    signal.throwIfAborted();
    if (Date.now() >= until) return 'turn over';
    const started = performance.now();
    try {
      const batch = await deleteBatch(size);
      total += batch.deleted;
      if (batch.found < size) return total;
    } catch (error) {
      if ((error as { code?: unknown }).code !== tooLong || size === 1) throw error;
    }
    size = nextSize(size, performance.now() - started);
  }
}

function nextSize(size: number, milliseconds: number): number {
  if (milliseconds > batchMs.long) return Math.max(1, Math.floor(size / 4));
  return milliseconds < batchMs.short ? Math.min(batchRows.most, size * 2) : size;
}
