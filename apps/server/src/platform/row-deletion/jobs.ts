import { z } from 'zod';
import type { Context } from '../context.ts';
import { type Cron, cron } from '../jobs/cron.ts';
import { handle, type Handler } from '../jobs/handlers.ts';
import { enqueue, job, systemJob } from '../jobs/job.ts';
import { deleteRows } from './delete-rows.ts';
import { organizationsWithRows } from './queries.ts';

/** Milliseconds after which another job goes on, so that other work gets its turn. */
const turnMs = 20_000;

/** Deletes rows of what was deleted in one organization. One waits at a time: each look of the cron would begin another chain. */
const deleteLeftRows = job('platform.delete-left-rows', z.object({}), {
  class: 'maintenance',
  timeLimitSeconds: 120,
  onePerKey: true,
});

/** Finds what a lost job has left, and looks once more at what was deleted ten minutes ago. */
const findLeftRows = systemJob('platform.find-left-rows', z.object({}), { class: 'maintenance' });

/** Call in the transaction that deletes what the rows belong to. */
export const startRowDeletion = (ctx: Pick<Context, 'db' | 'organizationId'>) => enqueue(ctx, deleteLeftRows, {});

export const rowDeletionHandlers = (): Handler[] => [
  handle(deleteLeftRows, async (ctx, _, { signal }) => {
    if (!(await deleteRows(ctx, { signal, until: Date.now() + turnMs }))) await startRowDeletion(ctx);
  }),
  handle(findLeftRows, async ({ database }) => {
    for (const organizationId of await organizationsWithRows(database.sweep))
      await startRowDeletion({ db: database.tenant({ organizationId }), organizationId });
  }),
];

export const rowDeletionCrons: Cron[] = [cron('find-left-rows', '*/10 * * * *', 'UTC', findLeftRows)];
