import type { ReportFrequency } from '@waggle/contracts/reports';
import { instantOfWall } from '@waggle/contracts/zones';
import type { Days } from '#features/analytics/index.ts';
import { addDays, localTime, mondayOf } from '#features/engagement/index.ts';

/** By the clocks of the organization, in milliseconds after midnight. */
const sentAt = 8 * 3_600_000;

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;
const nextMonth = (first: string): string => firstOfMonth(addDays(first, 31));

/** The last week from Monday to Sunday, or the last month, that is over on this day; and the one before. */
export function lastPeriod(frequency: ReportFrequency, today: string): { days: Days; previous: Days } {
  if (frequency === 'weekly') {
    const monday = mondayOf(today);
    return {
      days: { from: addDays(monday, -7), to: addDays(monday, -1) },
      previous: { from: addDays(monday, -14), to: addDays(monday, -8) },
    };
  }
  const to = addDays(firstOfMonth(today), -1);
  const from = firstOfMonth(to);
  const before = addDays(from, -1);
  return { days: { from, to }, previous: { from: firstOfMonth(before), to: before } };
}

/** The first 8:00 of a Monday, or of the first of a month, after the instant. A day on which clocks change has its 8:00 too. */
export function nextRun(frequency: ReportFrequency, timezone: string, after: number): Date {
  const { day: today } = localTime(timezone, after);
  const begun = frequency === 'weekly' ? mondayOf(today) : firstOfMonth(today);
  const next = frequency === 'weekly' ? addDays(begun, 7) : nextMonth(begun);
  const [first, second] = [begun, next].map((day) => instantOfWall(Date.parse(day) + sentAt, timezone));
  return new Date(first! > after ? first! : second!);
}

/** Longer than any two zones are apart (26 hours), and shorter than a week. */
const apart = 2 * 86_400_000;

/** When a report that is planned by the clocks of one zone is due by those of another: at 8:00 of the same day. */
export const sameRun = (frequency: ReportFrequency, timezone: string, planned: Date): Date =>
  nextRun(frequency, timezone, planned.getTime() - apart);

export const periodName = ({ from, to }: Days): string => `${from}/${to}`;
