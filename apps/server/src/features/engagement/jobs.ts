import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { systemJob } from '#platform/jobs/job.ts';

/** Named when it was part of links: the name is that of its queue, and a new one would leave the jobs of the old behind. */
export const forgetVisitors = systemJob('links.forget-visitors', z.object({}), { class: 'maintenance' });

/** At every hour and not only at midnight: a night without a worker must not keep a salt for a day. */
export const engagementCrons: Cron[] = [cron('forget-visitors', '3 * * * *', 'UTC', forgetVisitors)];
