import { type Days, reclassify as reclassifyEvents, recountScans } from '#features/engagement/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { setCodes } from './queries.ts';

/** Makes the roll-ups of these days and the counts of the codes equal to the events. Running it again changes nothing. */
export const recount = (ctx: Context, days: Days): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await recountScans(ctx, days);
    await setCodes(ctx, days.subjectIds ?? null);
  });

/** Judges every scan anew and repairs all figures that follow. Answers how many events changed. */
export const reclassify = (ctx: Context, signal?: AbortSignal): Promise<number> =>
  reclassifyEvents(ctx, recount, signal);
