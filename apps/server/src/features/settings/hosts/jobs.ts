import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { job, systemJob } from '#platform/jobs/job.ts';

/** The row says when it is due again, so a try that fails is made up by the next look. */
export const checkDueHost = job('settings.check-host', z.object({ hostId: z.uuid() }), {
  class: 'webhook',
  attempts: 2,
  onePerKey: true,
});

export const findDueHosts = systemJob('settings.find-due-hosts', z.object({}), { class: 'sweep', attempts: 1 });

export const hostCrons: Cron[] = [cron('check-hosts', '* * * * *', 'UTC', findDueHosts)];
