import { z } from 'zod';
import { job } from '#platform/jobs/job.ts';

/** Looks which segments automations wait for, as the whole organization: whoever publishes may see one client alone. */
export const watchSegmentsJob = job('automations.watch-segments', z.object({}), {
  class: 'transactional',
  timeLimitSeconds: 120,
});
