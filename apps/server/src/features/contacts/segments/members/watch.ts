import { type Context, inTransaction } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { fillSegment } from './jobs.ts';
import { type Begun, beginAnew, deleteWatchesBut, insertWatches } from './queries.ts';

/** Members of a segment that is not watched any more go at once, a million of them in some seconds. */
const forgetSeconds = 60;

/**
 * From now on exactly these segments are watched. Who is in one already is noted without entering it, which takes seconds; until
 * then nobody enters or leaves it.
 */
export const keepWatches = (ctx: Context, segmentIds: readonly string[]): Promise<void> =>
  inTransaction(ctx, (ctx) =>
    withStatementTimeout(ctx, forgetSeconds, async (ctx) => {
      await deleteWatchesBut(ctx, segmentIds);
      if (segmentIds.length > 0) await fill(ctx, await insertWatches(ctx, segmentIds));
    }),
  );

/** Its rules are others now. Nothing where it is not watched. */
export const fillAnew = async (ctx: Context, segmentId: string): Promise<void> =>
  fill(ctx, await beginAnew(ctx, segmentId));

async function fill(ctx: Context, begun: readonly Begun[]): Promise<void> {
  for (const { id, began } of begun) await enqueue(ctx, fillSegment, { segmentId: id, began, afterId: null });
}
