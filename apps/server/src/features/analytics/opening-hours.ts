import type { readOpeningHours } from '@waggle/contracts/analytics';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import { findWeekOfTotals, firstKeptDay, metric, startOfDay } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';
import { periodOf, type PeriodName, shownPeriods } from './period.ts';

export async function openingHours(ctx: Context, name: PeriodName): Promise<ReplyInput<typeof readOpeningHours>> {
  const period = await periodOf(ctx, name);
  const { span, timezone } = period;
  // The hours of campaigns are kept no longer, so that nothing could be taken out for one that is deleted.
  const from = Math.max(span.from, startOfDay(timezone, firstKeptDay(ctx.now())));
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  let opened = 0;
  for (const { weekday, hour, total } of await findWeekOfTotals(
    ctx,
    metric.total.firstOpens,
    { from, to: span.to },
    timezone,
  )) {
    // What programs are found to have opened is taken out of the hour it was counted in, and never leaves less than nothing.
    week[weekday - 1]![hour] = Math.max(0, total);
    opened += Math.max(0, total);
  }
  return { ...shownPeriods(period), timezone, week, opened };
}
