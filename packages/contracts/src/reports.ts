import { z } from 'zod';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { emailAddress, Instant, Locale } from './fields.ts';

export const reportFrequencies = ['weekly', 'monthly'] as const;
export type ReportFrequency = (typeof reportFrequencies)[number];

export const mostReportSchedules = 20;
export const mostReportRecipients = 10;
/** Days after which the link of a report ends. */
export const reportLinkDays = 30;

const typed = z.strictObject({
  frequency: z.enum(reportFrequencies),
  recipients: z
    .array(emailAddress())
    .min(1, 'Add at least one email address')
    .max(mostReportRecipients, `Add up to ${mostReportRecipients} email addresses`)
    .transform((addresses) => [...new Set(addresses)]),
  locale: Locale,
  skipsEmpty: z.boolean(),
  isPaused: z.boolean(),
});

/** Stopped: by the person. Suppressed: no email of the organization goes to the address. */
export const recipientStates = ['active', 'stopped', 'suppressed'] as const;

/** What became of the last period. Not delivered: its emails were made, nobody has one and none is tried any more. */
export const reportOutcomes = ['sent', 'not-delivered', 'empty', 'no-sender', 'no-recipients', 'plan'] as const;

export const ReportSchedule = z.object({
  id: z.uuid(),
  clientId: z.uuid().nullable(),
  clientName: z.string().nullable(),
  frequency: z.enum(reportFrequencies),
  recipients: z.array(z.object({ email: z.string(), state: z.enum(recipientStates) })),
  locale: Locale,
  skipsEmpty: z.boolean(),
  isPaused: z.boolean(),
  /** Null while it is paused. */
  nextRunAt: Instant.nullable(),
  lastRun: z.object({ at: Instant, outcome: z.enum(reportOutcomes) }).nullable(),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

export const listReportSchedules = endpoint({
  name: 'reports.list',
  method: 'GET',
  path: '/api/reports/schedules',
  needs: 'reports:manage',
  summary: 'Reports that are emailed each week or month: those of the active client, or all.',
  reply: z.object({
    items: z.array(ReportSchedule),
    /** The zone in which reports are sent at 8:00. */
    timezone: z.string(),
    /** Who reports come from; null without a verified sender of the organization, and then none can be added. */
    sender: z.object({ name: z.string(), email: z.string() }).nullable(),
  }),
});

export const createReportSchedule = endpoint({
  name: 'reports.create',
  method: 'POST',
  path: '/api/reports/schedules',
  needs: 'reports:manage',
  audit: { entity: 'report-schedule', after: true },
  summary:
    'Emails a report of the active client, or of all where all clients are shown, at 8:00 AM each Monday or each first day of a month. Plans from Plus; at most 20 of an organization.',
  status: 201,
  body: typed,
  reply: ReportSchedule,
});

const params = z.strictObject({ reportScheduleId: idOf('report-schedule') });

export const updateReportSchedule = endpoint({
  name: 'reports.update',
  method: 'PUT',
  path: '/api/reports/schedules/:reportScheduleId',
  needs: 'reports:manage',
  audit: { entity: 'report-schedule', after: true },
  summary: 'Changes how often a report is sent and to whom, or pauses it.',
  params,
  body: typed,
  reply: ReportSchedule,
});

export const deleteReportSchedule = endpoint({
  name: 'reports.delete',
  method: 'DELETE',
  path: '/api/reports/schedules/:reportScheduleId',
  needs: 'reports:manage',
  audit: { entity: 'report-schedule' },
  summary: 'Ends a report. Links that were sent work until they expire or are revoked.',
  status: 204,
  params,
  reply: NoReply,
});

export const sendReportTest = endpoint({
  name: 'reports.test',
  method: 'POST',
  path: '/api/reports/schedules/:reportScheduleId/test',
  needs: 'reports:manage',
  audit: { entity: 'report-schedule', after: true },
  summary: 'Emails the report of the last period to the signed-in person alone.',
  limits: { rate: { points: 10, seconds: 3_600, per: 'user' }, cost: 'elsewhere' },
  params,
  reply: z.object({
    delivered: z.boolean(),
    to: z.string(),
    /** What the mail server said. */
    answer: z.string(),
  }),
});

export const ReportLink = z.object({
  id: z.uuid(),
  clientName: z.string().nullable(),
  frequency: z.enum(reportFrequencies),
  period: z.object({ from: z.iso.date(), to: z.iso.date() }),
  isTest: z.boolean(),
  createdAt: Instant,
  expiresAt: Instant,
});
export type ReportLink = z.infer<typeof ReportLink>;

/** Shown at once, the newest. */
export const mostReportLinks = 100;

export const listReportLinks = endpoint({
  name: 'reports.links',
  method: 'GET',
  path: '/api/reports/links',
  needs: 'reports:manage',
  summary: 'Links of reports that still work, the newest first, at most 100. What they are is in the emails alone.',
  reply: z.object({ items: z.array(ReportLink) }),
});

export const revokeReportLink = endpoint({
  name: 'reports.revoke',
  method: 'DELETE',
  path: '/api/reports/links/:reportLinkId',
  needs: 'reports:manage',
  audit: { entity: 'report-link' },
  summary: 'Ends the link of a report for everybody who has it.',
  status: 204,
  params: z.strictObject({ reportLinkId: idOf('report-link') }),
  reply: NoReply,
});
