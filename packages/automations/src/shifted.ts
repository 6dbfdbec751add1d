import type { NodeOf } from './program.ts';
import { after, nextWeekday, openAt } from './times.ts';

type Until = NodeOf<'wait-until'>['until'];
const dayMs = 86_400_000;

/**
 * When somebody goes on who waits for a time of the calendar, after everything stood still for `byMs` until `now`. A time that is still
 * to come stays. One that has passed comes as much later as it stood still, at the next such weekday, hour or time of day: so the order
 * of people stays, and nobody who waits for Monday at 9:00 goes on at another time.
 */
export function shiftedUntil(until: Until, wasAt: number, { byMs, now }: { byMs: number; now: number }, zone: string) {
  if (wasAt > now) return wasAt;
  const least = wasAt + byMs;
  if (until.kind === 'weekday') return nextWeekday(until.days, until.time, least - 1, zone);
  if (until.kind === 'hours') return openAt(until.hours, least, zone);
  return after({ amount: Math.ceil(byMs / dayMs), unit: 'days' }, wasAt, zone);
}
