import type { Import, ImportCounts } from '@waggle/contracts/imports';

export const importSteps = ['upload', 'match', 'review', 'import'] as const;
export type ImportStep = (typeof importSteps)[number];

const stepByState: Record<Import['state'], ImportStep> = {
  uploading: 'upload',
  uploaded: 'match',
  checking: 'review',
  checked: 'review',
  running: 'import',
  done: 'import',
  failed: 'import',
  cancelled: 'import',
  undoing: 'import',
  undone: 'import',
};

/** Where a reload comes back to: the server knows how far the work is. */
export const stepOf = (found: Pick<Import, 'state'> | undefined): ImportStep =>
  found ? stepByState[found.state] : 'upload';

const moving: readonly Import['state'][] = ['checking', 'running', 'undoing'];
export const isMoving = (found: Pick<Import, 'state'> | undefined): boolean =>
  found !== undefined && moving.includes(found.state);

/** The three figures the summary shows; together they are every row of the file. */
export const summaryOf = (counts: ImportCounts) => ({
  imported: counts.created + counts.updated,
  duplicates: counts.duplicate + counts.unchanged,
  errors: counts.invalid + counts.blocked + counts.overLimit,
});

/** Something was written, it is not taken back yet, and the time for that is not over. */
export function mayUndo({ state, counts, undoUntil }: Import, now = Date.now()): boolean {
  const ended = state === 'done' || state === 'cancelled' || state === 'failed';
  const wrote = counts !== null && summaryOf(counts).imported > 0;
  return ended && wrote && undoUntil !== null && Date.parse(undoUntil) > now;
}

/** The rows that were refused are personal data: they can be downloaded until the undo ends, and go then. */
export const hasErrorRows = ({ counts, undoUntil }: Import, now = Date.now()): boolean =>
  counts !== null && summaryOf(counts).errors > 0 && undoUntil !== null && Date.parse(undoUntil) > now;

/** Rows in a second since the start; nothing before there is something to divide. */
export function rateOf({ state, position, startedAt }: Import, now = Date.now()): number | undefined {
  if (state !== 'running' || startedAt === null || position === 0) return undefined;
  const seconds = (now - Date.parse(startedAt)) / 1000;
  return seconds >= 1 ? Math.round(position / seconds) : undefined;
}

/** How far moving work is. The bar of a check, whose end is not known before it is reached, never stands full. */
export function progressOf(found: Import): { value: number; max: number } {
  const { state, undone, counts, position, rows } = found;
  if (state === 'undoing' && undone && counts) {
    const value = undone.removed + undone.restored + undone.kept;
    return { value, max: Math.max(summaryOf(counts).imported, value, 1) };
  }
  if (rows !== null) return { value: position, max: Math.max(rows, 1) };
  return { value: position, max: Math.max(probableRows(found), Math.ceil(position * 1.05), 1) };
}

/** By the length of the rows seen so far, with a sign between two cells. */
function probableRows({ bytes, columns }: Import): number {
  const lengths = (columns ?? []).map(({ samples }) => {
    const letters = samples.reduce((sum, sample) => sum + sample.length, 0);
    return samples.length > 0 ? letters / samples.length + 1 : 1;
  });
  const rowBytes = lengths.reduce((sum, length) => sum + length, 0);
  return Math.ceil(bytes / Math.max(rowBytes, 1));
}
