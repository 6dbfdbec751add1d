import type { Context } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { watchSegmentsJob } from './watching/jobs.ts';

/**
 * Called in the transaction that publishes, pauses, resumes, closes or ends one. A moment later it is known who enters and leaves the
 * segments that automations name, and no others are watched.
 */
export const watchSegments = (ctx: Context) => enqueue(ctx, watchSegmentsJob, {});
