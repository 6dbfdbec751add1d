import type { growthRanges, readContactGrowth as contract } from '@waggle/contracts/dashboard';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import { findLargestCampaigns } from '../campaigns/index.ts';
import { countContacts, findLargestImports } from '../contacts/index.ts';
import { type Bucket, findTimezone, localTime, metric, sumTotals } from '../engagement/index.ts';
import { mayRead } from './may-read.ts';
import { dayBucket, lastDays } from './periods.ts';
import { totalsThen } from './totals-then.ts';

type Reply = ReplyInput<typeof contract>;

/** A year by weeks: day by day in Los Angeles it is 23,000 quarters of an hour, and more points than a chart has room for. */
const points = {
  '30d': { count: 30, days: 1 },
  '90d': { count: 90, days: 1 },
  '1y': { count: 52, days: 7 },
} as const;
const mostMarks = 12;
const { contactsChange, contactsJoined, contactsLeft } = metric.total;

/** Point by point in the calendar of the organization, beside as many before; each is of the days that end with its own. */
export async function readContactGrowth(ctx: Context, range: (typeof growthRanges)[number]): Promise<Reply> {
  const timezone = await findTimezone(ctx);
  const { count, days: each } = points[range];
  const days = lastDays(timezone, ctx.now().getTime(), count * each * 2);
  const starts = days.filter((_, at) => at % each === 0);
  const ends = days.filter((_, at) => at % each === each - 1);
  const buckets = starts.map((day) => dayBucket(timezone, day, each));
  const [{ all }, changes, moves, marks] = await Promise.all([
    countContacts(ctx),
    sumTotals(ctx, [contactsChange], buckets),
    sumTotals(ctx, [contactsJoined, contactsLeft], buckets.slice(count)),
    marksIn(ctx, timezone, { from: buckets[count]!.from, to: buckets.at(-1)!.to }),
  ]);
  const totals = totalsThen(all, changes[contactsChange]);
  const previous = totals.slice(0, count);
  return {
    from: starts[count]!,
    to: ends.at(-1)!,
    days: ends.slice(count).map((on, at) => ({
      on,
      total: totals[count + at]!,
      joined: moves[contactsJoined][at]!,
      left: moves[contactsLeft][at]!,
    })),
    previous: previous.some((total) => total > 0) ? previous : null,
    joined: sum(moves[contactsJoined]),
    left: sum(moves[contactsLeft]),
    marks,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What may have made people come or go: the largest, in the order of time. */
async function marksIn(ctx: Context, timezone: string, span: Bucket): Promise<Reply['marks']> {
  const [campaigns, imports] = await Promise.all([
    findLargestCampaigns(ctx, span, mostMarks),
    // Who may not open imports is not told their names.
    mayRead(ctx, 'contacts:write') ? findLargestImports(ctx, span, mostMarks) : [],
  ]);
  return [
    ...campaigns.map((found) => ({ ...found, kind: 'campaign' as const })),
    ...imports.map((found) => ({ ...found, kind: 'import' as const })),
  ]
    .sort((a, b) => b.people - a.people)
    .slice(0, mostMarks)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ id, name, kind, at }) => ({ id, name, kind, on: localTime(timezone, at.getTime()).day }));
}
