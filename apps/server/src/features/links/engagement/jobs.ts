import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { job, systemJob } from '#platform/jobs/job.ts';

/** Judges every scan of the organization anew whose signals are still kept. */
export const reclassifyScans = job('links.reclassify-scans', z.object({}), {
  class: 'maintenance',
  timeLimitSeconds: 3_600,
  onePerKey: true,
});

export const forgetVisitors = systemJob('links.forget-visitors', z.object({}), { class: 'maintenance' });

/** At every hour and not only at midnight: a night without a worker must not keep a salt for a day. */
export const engagementCrons: Cron[] = [cron('forget-visitors', '3 * * * *', 'UTC', forgetVisitors)];
