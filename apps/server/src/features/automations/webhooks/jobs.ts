import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { job, systemJob } from '#platform/jobs/job.ts';

/** Tells what is due in one organization, and forgets what was settled long ago. */
export const tellWebhooks = job('automations.tell-webhooks', z.object({}), {
  class: 'webhook',
  timeLimitSeconds: 300,
});

/** Finds by their rows what is due again or was lost. */
export const findDueWebhooks = systemJob('automations.find-due-webhooks', z.object({}), {
  class: 'sweep',
  timeLimitSeconds: 120,
});

export const webhookCrons: Cron[] = [cron('tell-automation-webhooks', '* * * * *', 'UTC', findDueWebhooks)];
