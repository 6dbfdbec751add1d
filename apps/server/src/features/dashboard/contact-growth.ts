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

const daysIn = { '30d': 30, '90d': 90, '1y': 365 } as const;
const mostMarks = 12;
const { contactsChange, contactsJoined, contactsLeft } = metric.total;

/** Day by day in the calendar of the organization, beside as many days before. */
export async function readContactGrowth(ctx: Context, range: (typeof growthRanges)[number]): Promise<Reply> {
  const timezone = await findTimezone(ctx);
  const both = lastDays(timezone, ctx.now().getTime(), daysIn[range] * 2);
  const days = both.slice(daysIn[range]);
  const buckets = both.map((day) => dayBucket(timezone, day));
  const span = { from: buckets[daysIn[range]]!.from, to: buckets.at(-1)!.to };
  const [{ all }, changes, moves, marks] = await Promise.all([
    countContacts(ctx),
    sumTotals(ctx, [contactsChange], buckets),
    sumTotals(ctx, [contactsJoined, contactsLeft], buckets.slice(daysIn[range])),
    marksIn(ctx, timezone, span),
  ]);
  const totals = totalsThen(all, changes[contactsChange]);
  const previous = totals.slice(0, daysIn[range]);
  return {
    from: days[0]!,
    to: days.at(-1)!,
    days: days.map((on, at) => ({
      on,
      total: totals[daysIn[range] + at]!,
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
