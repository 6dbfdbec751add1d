import { mostReportSchedules } from '@waggle/contracts/reports';
import { isEmptyReport, type Report } from '@waggle/email/report/report';
import { requireActiveClient } from '#features/accounts/index.ts';
import { ensureAddressKey } from '#features/contacts/index.ts';
import { findTimezone } from '#features/engagement/index.ts';
import { entitlements } from '#features/plans/index.ts';
import { ownSender } from '#features/settings/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { Problem } from '#platform/problem.ts';
import { nextRun, periodName, sameRun } from '../calendar.ts';
import { clientContext } from '../client-context.ts';
import { readReport } from '../figures.ts';
import { sendReportEmail } from '../jobs.ts';
import { createLink } from '../links/links.ts';
import type { Reports } from '../parts.ts';
import { insertEmails } from '../send/queries.ts';
import { recipientStates } from '../stop/recipient-states.ts';
import * as queries from './queries.ts';

/** Milliseconds for which a report waits for a sender: DNS may be away for a while. */
const waitsForSender = 86_400_000;

type Decision =
  | { outcome: 'sent'; report: Report }
  | { outcome: 'empty' | 'no-sender' | 'plan'; report: Report | null };

/**
 * Decides once about the last period of a schedule that is due: its emails, its link and the next time are one transaction, and whoever
 * comes second finds the next time. A worker that dies before leaves all of it to the next.
 */
export async function runSchedule(reports: Reports, ctx: Context, scheduleId: string): Promise<void> {
  const due = await queries.findSchedule(ctx, scheduleId);
  if (!due || !isDue(ctx, due)) return;
  const decision = await decide(reports, ctx, due);
  if (decision === null) return;
  await inTransaction(ctx, async (ctx) => {
    const schedule = await queries.lockSchedule(ctx, scheduleId);
    if (!schedule || !isDue(ctx, schedule) || schedule.next_run_at.getTime() !== due.next_run_at.getTime()) return;
    const { report, outcome } = decision;
    const nextRunAt = nextRun(schedule.frequency, await findTimezone(ctx), ctx.now().getTime());
    const period = report ? periodName(report.period) : undefined;
    // Of a zone whose Monday came later: the week was reported in the one before.
    if (period !== undefined && period === schedule.last_period) return queries.moveRun(ctx, scheduleId, nextRunAt);
    const isSent = outcome === 'sent' && (await enqueueEmails(reports, ctx, schedule, decision.report));
    await queries.noteRun(ctx, scheduleId, {
      nextRunAt,
      ...(period !== undefined && { period }),
      outcome: outcome === 'sent' && !isSent ? 'no-recipients' : outcome,
    });
  });
}

const isDue = (ctx: Context, { paused_at, next_run_at }: queries.ScheduleRow): boolean =>
  paused_at === null && next_run_at <= ctx.now();

/** Null where it is left for the next look. */
async function decide(reports: Reports, ctx: Context, schedule: queries.ScheduleRow): Promise<Decision | null> {
  if (!(await entitlements(ctx)).features.advancedAnalytics) return { outcome: 'plan', report: null };
  if (!(await isClientActive(ctx, schedule.client_id))) return { outcome: 'empty', report: null };
  const isLate = ctx.now().getTime() - schedule.next_run_at.getTime() > waitsForSender;
  if (!(await ownSender(reports.settings, ctx, null))) return isLate ? { outcome: 'no-sender', report: null } : null;
  const report = await readReport(clientContext(reports.settings, ctx, schedule.client_id), schedule);
  return schedule.skips_empty && isEmptyReport(report) ? { outcome: 'empty', report } : { outcome: 'sent', report };
}

async function isClientActive(ctx: Context, clientId: string | null): Promise<boolean> {
  if (clientId === null) return true;
  return requireActiveClient(ctx, clientId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );
}

/** Answers whether anybody gets one. Who stopped, or is suppressed, does not. */
async function enqueueEmails(
  reports: Reports,
  ctx: Context,
  { id: scheduleId, client_id: clientId, recipients }: queries.ScheduleRow,
  report: Report,
): Promise<boolean> {
  await ensureAddressKey(ctx);
  const states = await recipientStates(ctx, recipients, clientId);
  const addresses = states.flatMap(({ email, state }) => (state === 'active' ? email : []));
  if (addresses.length === 0) return false;
  const { id: linkId } = await createLink(reports, ctx, { clientId, scheduleId, report, isTest: false });
  const period = periodName(report.period);
  for (const emailId of await insertEmails(ctx, { scheduleId, clientId, linkId, period, addresses }))
    await enqueue(ctx, sendReportEmail, { emailId });
  return true;
}

/** The organization's clocks changed: each schedule keeps its 8:00, or its moment where that 8:00 is over already. */
export async function moveSchedules(ctx: Context): Promise<void> {
  const timezone = await findTimezone(ctx);
  for (const { id, frequency, next_run_at } of await queries.findSchedules(ctx, mostReportSchedules)) {
    // One that is due already is decided about first.
    if (next_run_at <= ctx.now()) continue;
    const moved = sameRun(frequency, timezone, next_run_at);
    if (moved > ctx.now()) await queries.moveRun(ctx, id, moved);
  }
}
