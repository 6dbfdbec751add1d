const dayMilliseconds = 86_400_000;

/** Days of the calendar, as YYYY-MM-DD: arithmetic without hours and so without summer time. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMilliseconds).toISOString().slice(0, 10);

/** From the first to the last, both included. */
export function daysBetween(first: string, last: string): string[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / dayMilliseconds) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => addDays(first, at));
}

const quarterMs = 900_000;

/** When the quarter of an hour began. Quarters are the same in every time zone. */
export const quarterOf = (at: number): number => Math.floor(at / quarterMs) * quarterMs;
