import { z } from 'zod';
import { job } from '#platform/jobs/job.ts';

/** What it leaves open is found by the next look at the campaign. */
export const checkLinks = job('campaigns.check-links', z.object({ campaignId: z.uuid() }), {
  class: 'webhook',
  attempts: 2,
  onePerKey: true,
  timeLimitSeconds: 90,
});
