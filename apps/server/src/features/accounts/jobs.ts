import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { job, systemJob } from '#platform/jobs/job.ts';

/** Mail somebody waits for: eight tries with growing pauses reach over an SMTP outage of a few minutes. */
const mail = { class: 'transactional', attempts: 8 } as const;

export const sendReset = systemJob('accounts.send-reset', z.object({ email: z.string() }), mail);

export const sendConfirmation = job('accounts.send-confirmation', z.object({ userId: z.uuid() }), mail);

/** One of the two links of a change of address. */
export const sendEmailChange = job(
  'accounts.send-email-change',
  z.object({ userId: z.uuid(), changeId: z.uuid(), side: z.enum(['old', 'new']) }),
  mail,
);

export const sendInvitation = job('accounts.send-invitation', z.object({ invitationId: z.uuid() }), mail);

/** What a registration leaves behind whose address turned out to be somebody else's. */
export const deleteAbandoned = job('accounts.delete-abandoned', z.object({}), {
  class: 'maintenance',
});

/** Many attempts, because every deployment may take one: each goes on where the last stopped. */
export const deleteOrganizationRows = systemJob(
  'accounts.delete-organization-rows',
  z.object({ organizationId: z.uuid() }),
  { class: 'maintenance', attempts: 100, timeLimitSeconds: 180, backoffLimitSeconds: 60, onePerKey: true },
);

export const resumeDeletions = systemJob('accounts.resume-deletions', z.object({}), { class: 'maintenance' });

export const accountCrons: Cron[] = [cron('resume-deletions', '17 * * * *', 'UTC', resumeDeletions)];
