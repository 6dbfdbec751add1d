import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { job, systemJob } from '#platform/jobs/job.ts';

/** Notes who is in a segment that begins to be watched, a page of contacts at a time. */
export const fillSegment = job(
  'contacts.fill-segment',
  z.object({ segmentId: z.uuid(), began: z.string(), afterId: z.uuid().nullable() }),
  { class: 'maintenance', timeLimitSeconds: 120 },
);

/** Begins the hourly pass: one chain of jobs for each organization that watches segments. */
export const passEveryOrganization = systemJob('contacts.pass-every-organization', z.object({}), {
  class: 'maintenance',
  timeLimitSeconds: 600,
});

/** The next page of contacts of one segment, then the next segment. */
export const passSegments = job(
  'contacts.pass-segments',
  z.object({ hour: z.string(), segmentId: z.uuid().nullable(), afterId: z.uuid().nullable() }),
  { class: 'maintenance', timeLimitSeconds: 120 },
);

export const memberCrons: Cron[] = [cron('pass-segments', '23 * * * *', 'UTC', passEveryOrganization)];
