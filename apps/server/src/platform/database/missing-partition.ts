/**
 * A row found no partition. The code is that of a broken check, but a check has a name and this has none; a partition can
 * be made, so the same row may be taken an hour later.
 */
export const isPartitionMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23514' &&
  (error as { constraint?: string }).constraint === undefined;
