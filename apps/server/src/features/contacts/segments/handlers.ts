import { type Context, inTransaction } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { stableId } from '#platform/jobs/stable-id.ts';
import { countEverySegment, countSegments } from './jobs.ts';
import * as queries from './queries.ts';

/** Segments one job counts before other organizations get their turn. */
const turn = 20;
const countSeconds = 60;
const keptDays = 400;

export const segmentHandlers = (): Handler[] => [
  handle(countEverySegment, async ({ database, now }, _, { signal }) => {
    for (let last: string | null = null; ;) {
      signal.throwIfAborted();
      const organizationIds: string[] = await queries.organizationsAfter(database.directory, last);
      for (const organizationId of organizationIds) {
        const ctx: Context = {
          db: database.tenant({ organizationId }),
          organizationId,
          actor: { kind: 'job', name: countEverySegment.name },
          now,
        };
        if ((await queries.segmentsToCount(ctx, null, 1)).length > 0) await countFrom(ctx, null);
      }
      last = organizationIds.at(-1) ?? null;
      if (last === null) return;
    }
  }),

  handle(countSegments, async (ctx, { afterId }, { signal }) => {
    if (afterId === null) await queries.forgetOldCounts(ctx, keptDays);
    const segments = await queries.segmentsToCount(ctx, afterId, turn);
    for (const segment of segments) {
      signal.throwIfAborted();
      const members = await withStatementTimeout(ctx, countSeconds, (ctx) =>
        queries.countMembers(ctx, queries.inItsClient(segment)),
      );
      await queries.noteCount(ctx, segment.id, members);
    }
    const last = segments.at(-1);
    if (last && segments.length === turn) await countFrom(ctx, last.id);
  }),
];

/** Chosen ids: a handler that runs twice begins each organization, and goes on, once a day. */
const countFrom = (ctx: Context, afterId: string | null) =>
  inTransaction(ctx, (ctx) => {
    const day = ctx.now().toISOString().slice(0, 10);
    return enqueue(ctx, countSegments, { afterId }, { id: stableId(ctx.organizationId, day, afterId ?? 'first') });
  });
