import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { job, systemJob } from '#platform/jobs/job.ts';

/** Begins the daily count: one job for each organization that has segments. */
export const countEverySegment = systemJob('contacts.count-every-segment', z.object({}), {
  class: 'maintenance',
  timeLimitSeconds: 600,
});

/** A few segments after the one named, in the order of their ids. */
export const countSegments = job('contacts.count-segments', z.object({ afterId: z.uuid().nullable() }), {
  class: 'maintenance',
  timeLimitSeconds: 600,
});

export const segmentCrons: Cron[] = [cron('count-segments', '11 2 * * *', 'UTC', countEverySegment)];
