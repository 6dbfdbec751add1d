import type { Context } from '#platform/context.ts';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { forgetOldImports } from '../import/forget.ts';
import type { BatchParts } from './entrance.ts';
import { continueBatch, purgeDeleted, purgeEverywhere } from './jobs.ts';
import { findOrganizationIds, purgeSome } from './purge.sql.ts';
import { runBatchStep } from './steps.ts';

/** After this another job takes over, so that other organizations get their turn. */
const turnMilliseconds = 20_000;

export const batchHandlers = (parts: BatchParts): Handler[] => [
  handle(continueBatch, async (ctx, { batchId }, { signal }) => {
    for (const end = performance.now() + turnMilliseconds; performance.now() < end;) {
      signal.throwIfAborted();
      if (!(await runBatchStep(ctx, batchId, parts))) return;
    }
    await enqueue(ctx, continueBatch, { batchId }, { singletonKey: batchId });
  }),

  handle(purgeDeleted, async (ctx: Context, _, { signal }) => {
    while (await purgeSome(ctx)) signal.throwIfAborted();
    await forgetOldImports(ctx);
  }),

  handle(purgeEverywhere, async ({ database }) => {
    for (const organizationId of await findOrganizationIds(database.directory))
      await enqueue({ db: database.tenant({ organizationId }), organizationId }, purgeDeleted, {});
  }),
];

export const batchCrons: Cron[] = [cron('purge-deleted-contacts', '17 3 * * *', 'UTC', purgeEverywhere)];
