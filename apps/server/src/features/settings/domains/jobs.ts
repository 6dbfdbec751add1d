import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { job, systemJob } from '#platform/jobs/job.ts';

/** The row says when it is due again, so a try that fails is made up by the next look. */
export const checkDueDomain = job('settings.check-domain', z.object({ domainId: z.uuid() }), {
  class: 'webhook',
  attempts: 2,
  onePerKey: true,
});

export const findDue = systemJob('settings.find-due-domains', z.object({}), { class: 'sweep', attempts: 1 });

export const domainCrons: Cron[] = [cron('check-sending-domains', '* * * * *', 'UTC', findDue)];
