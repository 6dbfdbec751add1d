import { findOrganizationIds } from '#features/contacts/index.ts';
import { drainHandler, type DrainHandler } from '#platform/inbox/handlers.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { formProgress } from './funnel/inbox-kinds.ts';
import { recordProgress } from './funnel/record.ts';
import { confirmSubscriptions } from './opt-in/confirm.ts';
import { formConfirmation } from './opt-in/inbox-kinds.ts';
import { forgetSomeEmails } from './emails/forget.sql.ts';
import { fillInWaiting, forgetEmails, forgetEmailsEverywhere, tellTeam } from './jobs.ts';
import { tellTeamOf } from './notices/tell-team.ts';
import type { Forms } from './parts.ts';
import { formSubmission } from './submissions/inbox-kinds.ts';
import { fillInAll } from './submissions/waiting.ts';
import { sortSubmissions } from './protection/sort.ts';

export const formDrains = async (forms: Forms): Promise<DrainHandler[]> => [
  drainHandler(formSubmission, (ctx, events) => sortSubmissions(forms, ctx, events)),
  drainHandler(formProgress, recordProgress),
  drainHandler(formConfirmation, (ctx, events) => confirmSubscriptions(forms, ctx, events)),
];

export const formHandlers = (forms: Forms): Handler[] => [
  handle(tellTeam, (ctx, { formId }) => tellTeamOf(forms, ctx, formId)),
  handle(fillInWaiting, (ctx, _, { signal }) => fillInAll(forms, ctx, signal)),
  handle(forgetEmails, async (ctx, _, { signal }) => {
    while (await forgetSomeEmails(ctx)) signal.throwIfAborted();
  }),
  handle(forgetEmailsEverywhere, async ({ database }) => {
    for (const organizationId of await findOrganizationIds(database.directory))
      await enqueue({ db: database.tenant({ organizationId }), organizationId }, forgetEmails, {});
  }),
];
