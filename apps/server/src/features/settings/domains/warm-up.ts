/** Mails a domain may send on its first day. Each day allows three fifths more; after the last there is no limit. */
const firstDay = 500;
const growth = 1.6;
export const warmUpDays = 15;

/** How many mails may leave from a domain on this day of its life (the first is 1); null when it is warm. */
export const dailyCap = (day: number): number | null =>
  day > warmUpDays ? null : Math.round(firstDay * growth ** (Math.max(day, 1) - 1));

/** The plan as it stands today. A domain without a day has its first one when its first campaign leaves. */
export function warmUpOn(day: number | null): { day: number | null; days: number; mostToday: number } | null {
  const mostToday = dailyCap(day ?? 1);
  return mostToday === null ? null : { day, days: warmUpDays, mostToday };
}
