import { mostReportSchedules, type ReportSchedule, type reportOutcomes } from '@waggle/contracts/reports';
import { findClientNames, person, refuseArchivedClient, requireConfirmedAddress } from '#features/accounts/index.ts';
import { findTimezone } from '#features/engagement/index.ts';
import { entitlements } from '#features/plans/index.ts';
import { ownSender, ownSenderName, wholeOrganization } from '#features/settings/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { nextRun } from '../calendar.ts';
import type { Reports } from '../parts.ts';
import { recipientStates } from '../stop/recipient-states.ts';
import * as queries from './queries.ts';

type Typed = Omit<queries.Saved, 'nextRunAt'>;

export async function listSchedules(reports: Reports, ctx: Context) {
  const [rows, timezone, sender] = await Promise.all([
    queries.findSchedules(ctx, mostReportSchedules),
    findTimezone(ctx),
    ownSenderName(reports.settings, ctx, null),
  ]);
  return { items: await present(reports, ctx, rows), timezone, sender };
}

export async function createSchedule(reports: Reports, ctx: Context, typed: Typed): Promise<ReportSchedule> {
  await refuseUnready(reports, ctx);
  if ((await queries.countSchedules(wholeOrganization(reports.settings, ctx))) >= mostReportSchedules)
    throw new Problem(
      'quota_reached',
      `You can have up to ${mostReportSchedules} reports. Delete one, then try again.`,
    );
  const row = await inTransaction(ctx, async (ctx) => {
    const nextRunAt = await nextOf(ctx, typed);
    const inserted = await queries.insertSchedule(ctx, { ...typed, nextRunAt, createdBy: person(ctx).userId });
    await ctx.audit?.(ctx, inserted.id);
    return inserted;
  });
  return (await present(reports, ctx, [row]))[0]!;
}

export async function updateSchedule(
  reports: Reports,
  ctx: Context,
  id: string,
  typed: Typed,
): Promise<ReportSchedule> {
  const seen = await queries.findSchedule(ctx, id);
  if (!seen) throw notFound();
  // Somebody who can no longer send may still pause what is there.
  if (!typed.isPaused) await refuseUnready(reports, ctx);
  const row = await inTransaction(ctx, async (ctx) => {
    if (!typed.isPaused) await refuseArchivedClient(ctx, seen.client_id);
    const updated = await queries.updateSchedule(ctx, id, { ...typed, nextRunAt: await nextOf(ctx, typed) });
    if (!updated) throw notFound();
    await ctx.audit?.(ctx);
    return updated;
  });
  return (await present(reports, ctx, [row]))[0]!;
}

export async function deleteSchedule(ctx: Context, id: string): Promise<void> {
  if (!(await queries.deleteSchedule(ctx, id))) throw notFound();
}

/** Reports go to strangers: by whoever has proven an address, in the name of a domain that has proven itself, and by plan. */
export async function refuseUnready({ settings }: Reports, ctx: Context): Promise<void> {
  await refuseBelowPlan(ctx);
  await requireConfirmedAddress(ctx);
  if (!(await ownSender(settings, ctx, null)))
    throw new Problem('not_set_up', 'Add a sender with a verified domain first. Reports are sent from it.');
}

export async function refuseBelowPlan(ctx: Context): Promise<void> {
  const { features } = await entitlements(ctx);
  if (!features.advancedAnalytics)
    throw new Problem('plan_limit', "Your plan doesn't include scheduled reports. Upgrade to Plus to use them.");
}

const nextOf = async (ctx: Context, { frequency }: Typed): Promise<Date> =>
  nextRun(frequency, await findTimezone(ctx), ctx.now().getTime());

async function present(reports: Reports, ctx: Context, rows: readonly queries.ScheduleRow[]) {
  const wide = wholeOrganization(reports.settings, ctx);
  const [names, undelivered] = await Promise.all([
    findClientNames(ctx, [...new Set(rows.flatMap(({ client_id }) => client_id ?? []))]),
    queries.findUndelivered(
      ctx,
      rows.filter(({ last_outcome }) => last_outcome === 'sent'),
    ),
  ]);
  return Promise.all(
    rows.map(async (row): Promise<ReportSchedule> => ({
      id: row.id,
      clientId: row.client_id,
      clientName: names.get(row.client_id ?? '') ?? null,
      frequency: row.frequency,
      recipients: await recipientStates(wide, row.recipients, row.client_id),
      locale: row.locale,
      skipsEmpty: row.skips_empty,
      isPaused: row.paused_at !== null,
      nextRunAt: row.paused_at ? null : row.next_run_at.toISOString(),
      lastRun: row.last_run_at && {
        at: row.last_run_at.toISOString(),
        outcome: undelivered.has(row.id) ? 'not-delivered' : (row.last_outcome as (typeof reportOutcomes)[number]),
      },
    })),
  );
}
