import { addDays } from '../calendar.ts';

/** Months events are kept; what was counted from them outlives them and must not be recounted from what is gone. */
const keptMonths = 13;

/** One day into the oldest kept month: on some calendars the month begins before the part does. */
export function firstKeptDay(now: Date): string {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths, 1));
  return addDays(month.toISOString().slice(0, 10), 1);
}
