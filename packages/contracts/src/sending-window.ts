import { z } from 'zod';
import { isTimezone, Timezone } from './timezones.ts';
import { instantOfWall, offsetAt } from './zones.ts';

const minute = 60_000;
const dayMinutes = 1_440;
const day = dayMinutes * minute;
/** Shorter, a large campaign would need weeks. */
const shortestWindow = 30;

const chooseTime = 'Choose a time';
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Minutes it is open on one day; one that ends before it begins ends on the next. */
function lengthOf({ from, to }: { from: string; to: string }): number {
  const length = minutesOf(to) - minutesOf(from);
  return length < 0 ? length + dayMinutes : length;
}

/** When emails of a campaign may leave. Outside of it they wait. */
export const SendingWindow = z
  .strictObject({
    /** On the clock of the zone, such as 09:00. */
    from: z.string(chooseTime).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, chooseTime),
    /** 24:00 is the end of the day. Earlier than `from`, it is on the next day. */
    to: z.string(chooseTime).regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, chooseTime),
    /** Those on which it opens; 1 is Monday, 7 Sunday. */
    days: z.array(z.number().int().min(1).max(7)).min(1, 'Choose at least one day').max(7),
    zone: Timezone,
  })
  .refine((window) => lengthOf(window) >= shortestWindow, {
    error: 'Choose at least 30 minutes',
    path: ['to'],
  });
export type SendingWindow = z.output<typeof SendingWindow>;

/** January 1, 1970 was a Thursday. */
const weekdayOf = (dayNo: number): number => ((((dayNo + 3) % 7) + 7) % 7) + 1;

/** Days looked ahead: a window that the clocks skip on its only day opens a week later. */
const ahead = 15;

export type Opening = { opensAt: number; closesAt: number };

/**
 * The time it is open now or, while it is shut, opens next. Days without a gap between them are one opening. A zone that is
 * not known any more is read as UTC.
 */
export function openingAt(window: Pick<SendingWindow, 'from' | 'to' | 'days' | 'zone'>, now: number): Opening {
  const zone = isTimezone(window.zone) ? window.zone : 'UTC';
  const today = Math.floor((now + offsetAt(zone, now)) / day);
  let found: Opening | undefined;
  // One that began yesterday may still be open.
  for (let dayNo = today - 1; dayNo <= today + ahead; dayNo += 1) {
    if (!window.days.includes(weekdayOf(dayNo))) continue;
    const from = dayNo * day + minutesOf(window.from) * minute;
    const opensAt = instantOfWall(from, zone);
    const closesAt = instantOfWall(from + lengthOf(window) * minute, zone);
    if (closesAt <= opensAt || closesAt <= now) continue;
    if (found && opensAt > found.closesAt) break;
    found = { opensAt: found?.opensAt ?? opensAt, closesAt };
  }
  if (!found) throw new Error('A sending window never opens.');
  return found;
}
