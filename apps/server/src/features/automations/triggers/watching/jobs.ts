import { z } from 'zod';
import { job } from '#platform/jobs/job.ts';

/**
 * Looks which segments automations wait for, as the whole organization: whoever publishes may see one client alone. Not of the class of
 * emails: a restore cancels those that wait, and a segment would never be watched.
 */
export const watchSegmentsJob = job('automations.watch-segments', z.object({}), {
  class: 'sweep',
  timeLimitSeconds: 120,
});
