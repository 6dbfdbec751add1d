import { drainHandler, type DrainHandler } from '#platform/inbox/handlers.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { findDueReports, forgetReports, runDueReport, sendReportEmail } from './jobs.ts';
import { findExpired, forgetLinks } from './links/queries.ts';
import type { Reports } from './parts.ts';
import { findDueSchedules } from './schedules/queries.ts';
import { runSchedule } from './schedules/run-schedule.ts';
import { forgetEmails } from './send/queries.ts';
import { sendEmail } from './send/send-email.ts';
import { reportStop } from './stop/inbox-kinds.ts';
import { stopReports } from './stop/queries.ts';

/** What one look may start; the rest is found a quarter of an hour later. */
const mostAtOnce = 2_000;

export const reportHandlers = (reports: Reports): Handler[] => [
  handle(findDueReports, async ({ database, now }) => {
    const of = (organizationId: string) => ({ db: database.tenant({ organizationId }), organizationId });
    for (const { organizationId, scheduleId } of await findDueSchedules(database.sweep, now(), mostAtOnce))
      await enqueue(of(organizationId), runDueReport, { scheduleId }, { singletonKey: scheduleId });
    for (const organizationId of await findExpired(database.sweep, now(), mostAtOnce))
      await enqueue(of(organizationId), forgetReports, {});
  }),
  handle(runDueReport, (ctx, { scheduleId }) => runSchedule(reports, ctx, scheduleId)),
  handle(sendReportEmail, (ctx, { emailId }) => sendEmail(reports, ctx, emailId)),
  handle(forgetReports, async (ctx) => {
    await forgetLinks(ctx);
    await forgetEmails(ctx);
  }),
];

export const reportDrains = async (): Promise<DrainHandler[]> => [
  drainHandler(reportStop, async (ctx, events) => {
    for (const { signals } of events) await stopReports(ctx, signals.sendId ?? '');
  }),
];
