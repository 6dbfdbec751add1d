import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { job, systemJob } from '#platform/jobs/job.ts';

/** Works out what an automation would have done. Begins anew where a worker died. */
export const runBackTest = job('automations.back-test', z.object({ trialId: z.uuid() }), {
  class: 'maintenance',
  attempts: 3,
  timeLimitSeconds: 600,
  backoffSeconds: 5,
});

/** Deletes back-tests that are older than they are kept. */
export const forgetTrials = systemJob('automations.forget-trials', z.object({}), {
  class: 'maintenance',
  timeLimitSeconds: 600,
});

export const trialCrons: Cron[] = [cron('forget-automation-trials', '20 4 * * *', 'UTC', forgetTrials)];
