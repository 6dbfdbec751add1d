import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { job, systemJob } from '#platform/jobs/job.ts';

/** The row says when it is due, so a try that fails is made up by the next look. */
export const runDueReport = job('reports.run', z.object({ scheduleId: z.uuid() }), {
  class: 'sweep',
  attempts: 3,
  onePerKey: true,
});

/** Ten tries, the last some nine hours after the first. */
export const sendReportEmail = job('reports.send', z.object({ emailId: z.uuid() }), {
  class: 'webhook',
  attempts: 10,
  backoffSeconds: 60,
  backoffLimitSeconds: 7_200,
  timeLimitSeconds: 900,
});

/** Reports whose link has ended. */
export const forgetReports = job('reports.forget', z.object({}), { class: 'maintenance' });

export const findDueReports = systemJob('reports.find-due', z.object({}), { class: 'sweep', attempts: 1 });

export const reportCrons: Cron[] = [cron('send-reports', '*/15 * * * *', 'UTC', findDueReports)];
