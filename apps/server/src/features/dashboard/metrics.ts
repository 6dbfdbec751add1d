import type { readDashboardMetrics } from '@waggle/contracts/dashboard';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import { countContacts } from '../contacts/index.ts';
import { changeSince, findTimezone, localTime, metric, percentOf, sumTotals } from '../engagement/index.ts';
import { countActiveForms } from '../forms/index.ts';
import { findCurrency, hasPurchases } from '../purchases/index.ts';
import { dayBucket, firstOfMonth, lastDays, lastMonthSoFar, lastWeeks, sinceLastMonth, thisMonth } from './periods.ts';
import { totalsThen } from './totals-then.ts';

const trendDays = 30;
const trendWeeks = 8;
const { contactsChange, contactsJoined, contactsLeft, activeFormsChange, revenue } = metric.total;
const { opened, delivered, estimated } = metric.sentEmail;

/** Two digits after the point; the screen shows one. */
const rounded = (percent: number | null) => (percent === null ? null : Math.round(percent * 100) / 100);
const growthOf = (now: number | null, then: number | null) => rounded(changeSince(then, now));

/** The figures of Overview, from kept counts: as quick for a million contacts as for ten. */
export async function readMetrics(ctx: Context): Promise<ReplyInput<typeof readDashboardMetrics>> {
  const now = ctx.now().getTime();
  const timezone = await findTimezone(ctx);
  const days = lastDays(timezone, now, trendDays).map((day) => dayBucket(timezone, day));
  const [contacts, activeForms, since, daily, emails, { trend: revenueTrend, ...sold }] = await Promise.all([
    countContacts(ctx),
    countActiveForms(ctx),
    sumTotals(ctx, [contactsJoined, contactsLeft, activeFormsChange], [sinceLastMonth(timezone, now)]),
    sumTotals(ctx, [contactsChange, activeFormsChange], days),
    openRates(ctx, timezone, now),
    revenueOf(ctx, timezone, now),
  ]);
  const mailableThen = contacts.mailable - since[contactsJoined][0]! + since[contactsLeft][0]!;
  const { trend, ...openRate } = emails;
  return {
    totalContacts: contacts.all,
    contactsGrowth: growthOf(contacts.mailable, mailableThen),
    activeForms,
    formsGrowth: growthOf(activeForms, activeForms - since[activeFormsChange][0]!),
    ...openRate,
    ...sold,
    monthFrom: firstOfMonth(localTime(timezone, now).day),
    trends: {
      contacts: totalsThen(contacts.all, daily[contactsChange]),
      forms: totalsThen(activeForms, daily[activeFormsChange]),
      emailOpenRate: trend,
      revenue: revenueTrend,
    },
    at: new Date(now).toISOString(),
  };
}

/** Of the emails that left in each span, whatever campaign they are of and whenever it began. */
async function openRates(ctx: Context, timezone: string, now: number) {
  const spans = [thisMonth(timezone, now), lastMonthSoFar(timezone, now), ...lastWeeks(timezone, now, trendWeeks)];
  const sums = await sumTotals(ctx, [opened, delivered, estimated], spans);
  const [month, before, ...weeks] = spans.map((_, at) => percentOf(sums[opened][at]!, sums[delivered][at]!));
  return {
    emailOpenRate: rounded(month!),
    // Of rates that are not rounded: the growth of rounded ones is off in its second digit.
    emailOpenRateGrowth: growthOf(month!, before!),
    isDeliveredEstimated: sums[estimated][0]! > 0,
    trend: weeks.map(rounded),
  };
}

/** Of what was bought in each span, less what was given back of it since. Null before anything was ever bought. */
async function revenueOf(ctx: Context, timezone: string, now: number) {
  const currency = await findCurrency(ctx);
  if (!(await hasPurchases(ctx))) return { revenue: null, revenueGrowth: null, currency, trend: [] };
  const spans = [thisMonth(timezone, now), lastMonthSoFar(timezone, now), ...lastWeeks(timezone, now, trendWeeks)];
  const [month, before, ...trend] = (await sumTotals(ctx, [revenue], spans))[revenue];
  return { revenue: month!, revenueGrowth: growthOf(month!, before!), currency, trend };
}
