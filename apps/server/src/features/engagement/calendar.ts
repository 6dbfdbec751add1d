const dayMilliseconds = 86_400_000;

/** Days of the calendar, as YYYY-MM-DD: arithmetic without hours and so without summer time. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMilliseconds).toISOString().slice(0, 10);

/** From the first to the last, both included. */
export function daysBetween(first: string, last: string): string[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / dayMilliseconds) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => addDays(first, at));
}

/** The Monday that begins its week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Days that are kept as whole weeks or one by one; `to` is not in them. Those with -1 are taken away. */
export type WeekPart = { part: 'week' | 'all'; from: string; to: string; sign: 1 | -1 };

/**
 * Days as weeks and the days that are missing or too many at both ends, at most three at each. Both ends of the days are in them. Less than four weeks
 * are read day by day.
 */
export function weekParts({ from, to }: { from: string; to: string }): WeekPart[] {
  const end = addDays(to, 1);
  if (addDays(from, 28) > end) return [{ part: 'all', from, to: end, sign: 1 }];
  const [first, last] = [nearestMonday(from), nearestMonday(end)];
  const parts: WeekPart[] = [
    { part: 'week', from: first, to: last, sign: 1 },
    { part: 'all', from, to: first, sign: 1 },
    { part: 'all', from: first, to: from, sign: -1 },
    { part: 'all', from: last, to: end, sign: 1 },
    { part: 'all', from: end, to: last, sign: -1 },
  ];
  return parts.filter((part) => part.from < part.to);
}

const nearestMonday = (day: string): string => mondayOf(addDays(day, 3));

const quarterMs = 900_000;

/** When the quarter of an hour began. Quarters are the same in every time zone. */
export const quarterOf = (at: number): number => Math.floor(at / quarterMs) * quarterMs;
