import { type Handler, handle, type Run } from '#platform/jobs/handlers.ts';
import type { Context } from '#platform/context.ts';
import { applyImport, checkImport, revertImport } from './jobs.ts';
import { failImport, runCheck, runImport } from './run.ts';
import { revert } from './undo/undo.ts';

export const importHandlers = (): Handler[] => [
  handle(checkImport, (ctx, { importId, begun }, run) =>
    orFail(ctx, importId, run, () => runCheck(ctx, importId, new Date(begun), run.signal)),
  ),
  handle(applyImport, (ctx, { importId }, run) =>
    orFail(ctx, importId, run, () => runImport(ctx, importId, run.signal)),
  ),
  handle(revertImport, (ctx, { importId }, { signal }) => revert(ctx, importId, signal)),
];

/** After the last try nobody comes back to it, and a person must not wait for ever. */
async function orFail(ctx: Context, importId: string, { attempt }: Run, fn: () => Promise<void>): Promise<void> {
  try {
    await fn();
  } catch (error) {
    if (attempt >= applyImport.attempts) await failImport(ctx, importId, "The import couldn't be completed.");
    throw error;
  }
}
