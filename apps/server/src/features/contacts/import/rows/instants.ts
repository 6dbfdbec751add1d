import { offsetAt } from '@waggle/contracts/zones';
import { toDay } from './attributes.ts';

const hour = 3_600_000;
/** No clock is further from UTC than 14 hours. */
const furthest = 15 * hour;

/** How far the clocks are ahead of UTC around a day, and the moment they were changed, if they were. */
type Clocks = { before: number; after: number; changed: number };

/**
 * Reads times as ISO 8601 has them. What names no zone is of the given one, and a day is its first moment there; nothing
 * is later than now. A file of a million rows has few different days, so each is worked out once.
 */
export function compileInstants(timezone: string): (cell: string) => string | undefined {
  const known = new Map<string, Clocks>();
  const clocksOn = (day: string): Clocks => {
    const clocks = known.get(day) ?? findClocks(timezone, Date.parse(day));
    known.set(day, clocks);
    return clocks;
  };
  const read = (cell: string): string | undefined => {
    const day = toDay(cell);
    if (day === undefined || day < '1970') return undefined;
    const isZoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(cell.slice(10));
    const written = Date.parse(isZoned || cell.length === 10 ? cell.replace(' ', 'T') : `${cell.replace(' ', 'T')}Z`);
    // Also keeps the many days of the future out of the memory.
    if (Number.isNaN(written) || written > Date.now() + furthest) return undefined;
    const time = isZoned ? written : momentOf(written, clocksOn(day));
    return time > Date.now() ? undefined : new Date(time).toISOString();
  };

  const starts = new Map<string, string>();
  return (cell) => {
    const start = starts.get(cell) ?? read(cell);
    if (start !== undefined && cell.length === 10) starts.set(cell, start);
    return start;
  };
}

/** Of a time that came twice the first one; a time that was left out is as long after the change as it says. */
function momentOf(written: number, { before, after, changed }: Clocks): number {
  const [early, late] = [written - before, written - after];
  return early < changed || late < changed ? early : late;
}

function findClocks(timezone: string, midnight: number): Clocks {
  let [from, to] = [midnight - furthest, midnight + 24 * hour + furthest];
  const [before, after] = [offsetAt(timezone, from), offsetAt(timezone, to)];
  if (before === after) return { before, after, changed: from };
  while (to - from > 1_000) {
    const middle = Math.floor((from + to) / 2_000) * 1_000;
    if (offsetAt(timezone, middle) === before) from = middle;
    else to = middle;
  }
  return { before, after, changed: to };
}
