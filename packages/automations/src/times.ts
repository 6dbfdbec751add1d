import type { Duration, StepHours } from '@waggle/contracts/automation-document';
import { openingAt } from '@waggle/contracts/sending-window';
import { instantOfWall, offsetAt } from '@waggle/contracts/zones';

const minute = 60_000;
const day = 1_440 * minute;
const lengths = { minutes: minute, hours: 60 * minute, days: day, weeks: 7 * day } as const;

/** People of one batch ask the same, and a zone's clock takes longer to read than all the rest of a step. */
const known = new Map<string, number>();
const mostKnown = 2_000;
function remembered(key: string, compute: () => number): number {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = compute();
  if (known.size >= mostKnown) known.clear();
  known.set(key, value);
  return value;
}

const wallOf = (instant: number, zone: string): number => instant + offsetAt(zone, instant);

/** All times are milliseconds. Days and weeks are those of the calendar: the clock on the wall shows the same after them. */
export function after({ amount, unit }: Duration, from: number, zone: string): number {
  if (unit === 'minutes' || unit === 'hours') return from + amount * lengths[unit];
  return remembered(`${amount}${unit}${from}${zone}`, () =>
    instantOfWall(wallOf(from, zone) + amount * lengths[unit], zone),
  );
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
/** January 1, 1970 was a Thursday; 1 is Monday. */
const weekdayOf = (dayNo: number): number => ((((dayNo + 3) % 7) + 7) % 7) + 1;

/** The next time one of the days has this time, later than now. */
export function nextWeekday(days: readonly number[], time: string, now: number, zone: string): number {
  return remembered(`${days.join()}${time}${now}${zone}`, () => {
    const today = Math.floor(wallOf(now, zone) / day);
    for (let dayNo = today; dayNo <= today + 8; dayNo += 1) {
      if (!days.includes(weekdayOf(dayNo))) continue;
      const at = instantOfWall(dayNo * day + minutesOf(time) * minute, zone);
      if (at > now) return at;
    }
    throw new Error('A weekday never comes.');
  });
}

/** The time on a day such as 2026-03-29, some days before or after it; null for what is no day. */
export function timeOnDay(value: unknown, plusDays: number, time: string, zone: string): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return null;
  const midnight = Date.parse(`${value}T00:00:00Z`);
  if (Number.isNaN(midnight)) return null;
  return instantOfWall(midnight + plusDays * day + minutesOf(time) * minute, zone);
}

/** Now while the hours are open, otherwise when they open next. Hours that end when they begin are the whole day. */
export function openAt({ from, to, days }: StepHours, now: number, zone: string): number {
  const window = from === to ? { from: '00:00', to: '24:00' } : { from, to };
  return remembered(`${window.from}${window.to}${days.join()}/${now}${zone}`, () =>
    Math.max(now, openingAt({ ...window, days, zone }, now).opensAt),
  );
}
