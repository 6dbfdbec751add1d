import { addDays } from '#features/engagement/index.ts';
import type { Days } from './period.ts';

const mostMonths = 60;

const nextMonth = (month: string): string => `${addDays(month, 31).slice(0, 7)}-01`;

/** The months of the calendar that the days lie in, cut to them. Of more than 60 the older ones are part of the first. */
export function monthsOf({ from, to }: Days): (Days & { month: string })[] {
  const months: (Days & { month: string })[] = [];
  for (let month = `${from.slice(0, 7)}-01`; month <= to; month = nextMonth(month)) {
    const last = addDays(nextMonth(month), -1);
    months.push({ month, from: month, to: last < to ? last : to });
  }
  const [first, ...rest] = months.slice(-mostMonths);
  return first ? [{ ...first, from }, ...rest] : [];
}
