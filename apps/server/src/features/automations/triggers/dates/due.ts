import type { Trigger } from '@waggle/contracts/automation-document';
import { instantOfWall, offsetAt } from '@waggle/contracts/zones';

export type DateTrigger = Extract<Trigger, { kind: 'date' }>;

const day = 86_400_000;
const hour = 3_600_000;
/** Milliseconds between two looks, and a little: a trigger's own look, and then one each hour for what was missed or is new. */
const look = 16 * 60_000;
/** Hours after its time in which somebody is let in at least, also across midnight. */
const leastHours = 6;

/** Which days, as `2027-03-01` on the clock of the zone, let people in at this look: today after its time, or the evening before. */
export function daysDue({ time }: Pick<DateTrigger, 'time'>, zone: string, now: number): string[] {
  const today = Math.floor((now + offsetAt(zone, now)) / day) * day;
  return [today - day, today].flatMap((date) => {
    const text = new Date(date).toISOString().slice(0, 10);
    const from = instantOfWall(Date.parse(`${text}T${time}Z`), zone);
    const until = Math.max(instantOfWall(date + day, zone), from + leastHours * hour);
    const isTurn = now - from < look || now % hour < look;
    return from <= now && now < until && isTurn ? [text] : [];
  });
}

/** What a date must look like to count on a day. */
export type Counted = {
  /** Ends of dates, such as `-02-28`, or one whole date. */
  endings: string[];
  /** Dates after it do not count yet. */
  upTo: string;
  year: number;
};

/** 29 February counts as 28 February in years that have none. */
export function countedOn({ plusDays, yearly }: Pick<DateTrigger, 'plusDays' | 'yearly'>, onDay: string): Counted {
  const upTo = new Date(Date.parse(`${onDay}T00:00:00Z`) - plusDays * day).toISOString().slice(0, 10);
  const year = Number(upTo.slice(0, 4));
  if (!yearly) return { endings: [upTo], upTo, year };
  const ending = upTo.slice(4);
  return { endings: ending === '-02-28' && !isLeap(year) ? [ending, '-02-29'] : [ending], upTo, year };
}

const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

/** Under which name an entry remembers the year. */
export const occasionKey = ({ field, plusDays }: Pick<DateTrigger, 'field' | 'plusDays'>): string =>
  `${field} ${plusDays}`;
