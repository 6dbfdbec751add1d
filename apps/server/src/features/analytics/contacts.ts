import type { readContactAnalytics } from '@waggle/contracts/analytics';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import { tallyByStatus } from '#features/contacts/index.ts';
import { metric, sumTotals } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';
import { monthsOf } from './months.ts';
import { periodOf, type PeriodName, shownPeriods, spanOf } from './period.ts';

const { contactsCreated, contactsJoined, contactsLeft } = metric.total;

export async function contactAnalytics(
  ctx: Context,
  name: PeriodName,
): Promise<ReplyInput<typeof readContactAnalytics>> {
  const period = await periodOf(ctx, name);
  const months = monthsOf(period.days);
  const spans = months.map((days) => spanOf(period.timezone, days));
  const [tallies, byMonth, whole, before] = await Promise.all([
    tallyByStatus(ctx),
    sumTotals(ctx, [contactsCreated], spans),
    sumTotals(ctx, [contactsCreated, contactsJoined, contactsLeft], [period.span]),
    period.previous && sumTotals(ctx, [contactsCreated], [period.previous.span]),
  ]);
  return {
    ...shownPeriods(period),
    total: tallies.reduce((total, { contacts }) => total + contacts, 0),
    created: whole[contactsCreated][0]!,
    createdBefore: before && before[contactsCreated][0]!,
    joined: whole[contactsJoined][0]!,
    left: whole[contactsLeft][0]!,
    months: months.map((month, at) => ({ ...month, created: byMonth[contactsCreated][at]! })),
  };
}
