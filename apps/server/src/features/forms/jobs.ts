import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { job, systemJob } from '#platform/jobs/job.ts';

/** Tells people of the team what was sent with a form. One waits for each form. */
export const tellTeam = job('forms.tell-team', z.object({ formId: z.guid() }), {
  class: 'transactional',
  attempts: 8,
  onePerKey: true,
});

/** Makes contacts of people who waited for a place in the plan. */
export const fillInWaiting = job('forms.fill-in-waiting', z.object({}), {
  class: 'sweep',
  attempts: 8,
  onePerKey: true,
  timeLimitSeconds: 600,
});

/** Emails of forms that nobody looks for any more. */
export const forgetEmails = job('forms.forget-emails', z.object({}), { class: 'maintenance', timeLimitSeconds: 600 });
export const forgetEmailsEverywhere = systemJob('forms.forget-emails-everywhere', z.object({}), {
  class: 'maintenance',
});

export const formCrons: Cron[] = [cron('forget-form-emails', '41 3 * * *', 'UTC', forgetEmailsEverywhere)];
