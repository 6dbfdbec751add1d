import { offsetAt, instantOfWall } from '@waggle/contracts/zones';
import { addDays, type Bucket, daysBetween, localTime, quarterOf, startOfDay } from '../engagement/index.ts';

/** The last days of the organization's calendar, the last of them today. */
export const lastDays = (timezone: string, now: number, count: number): string[] => {
  const today = localTime(timezone, now).day;
  return daysBetween(addDays(today, 1 - count), today);
};

/** A day has 23 or 25 hours when clocks change. */
export const dayBucket = (timezone: string, day: string, count = 1): Bucket => ({
  from: startOfDay(timezone, day),
  to: startOfDay(timezone, addDays(day, count)),
});

/** Weeks of seven days, the last of them with today at its end. */
export const lastWeeks = (timezone: string, now: number, count: number): Bucket[] =>
  lastDays(timezone, now, count * 7)
    .filter((_, at) => at % 7 === 0)
    .map((day) => dayBucket(timezone, day, 7));

/** The calendar month up to the end of today: nothing has happened after now. */
export const thisMonth = (timezone: string, now: number): Bucket => {
  const today = localTime(timezone, now).day;
  return { from: startOfDay(timezone, firstOfMonth(today)), to: dayBucket(timezone, today).to };
};

/**
 * As much of last month as has passed of this one, by the clocks of the organization and to the quarter of an hour in which totals are kept:
 * all of a February on March 29, 30 and 31.
 */
export function lastMonthSoFar(timezone: string, now: number): Bucket {
  const firstDay = firstOfMonth(localTime(timezone, now).day);
  const lastMonth = firstOfMonth(addDays(firstDay, -1));
  const passed = now + offsetAt(timezone, now) - Date.parse(firstDay);
  const to = instantOfWall(Date.parse(lastMonth) + passed, timezone);
  return { from: startOfDay(timezone, lastMonth), to: Math.min(quarterOf(to), startOfDay(timezone, firstDay)) };
}

/** From the same moment of last month on. */
export const sinceLastMonth = (timezone: string, now: number): Bucket => ({
  from: lastMonthSoFar(timezone, now).to,
  to: dayBucket(timezone, localTime(timezone, now).day).to,
});

/** Thirty days with today, and the thirty before: the period of that name in Analytics. */
export function lastThirtyDays(timezone: string, now: number): { days: string[]; span: Bucket; previous: Bucket } {
  const days = lastDays(timezone, now, 30);
  return {
    days,
    span: dayBucket(timezone, days[0]!, 30),
    previous: dayBucket(timezone, addDays(days[0]!, -30), 30),
  };
}

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;
