import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { job, systemJob } from '#platform/jobs/job.ts';

/** Looks for triggers of dates whose time has come. */
export const planDates = systemJob('automations.plan-dates', z.object({}), {
  class: 'sweep',
  timeLimitSeconds: 600,
});

/** A page of contacts whose day it is. The trigger is named by its place in a version, which never changes. */
export const letInByDate = job(
  'automations.let-in-by-date',
  z.object({
    automationId: z.uuid(),
    version: z.int(),
    trigger: z.int(),
    day: z.iso.date(),
    look: z.string(),
    afterId: z.uuid().nullable(),
  }),
  { class: 'sweep', timeLimitSeconds: 120 },
);

/** Times of triggers are on any minute; people choose quarters of an hour. */
export const dateCrons: Cron[] = [cron('plan-automation-dates', '*/15 * * * *', 'UTC', planDates)];
