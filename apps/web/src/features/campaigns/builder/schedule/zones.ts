const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const formats = new Map<string, Intl.DateTimeFormat>();

function partsIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

/** The clock on the wall in a zone, as an input of the browser writes it: 2026-05-12T16:00. */
export function wallClock(at: number, zone: string): string {
  const parts = Object.fromEntries(
    partsIn(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}`;
}

/** Milliseconds that the clocks of a zone are ahead of UTC. */
const offsetAt = (at: number, zone: string): number =>
  Date.parse(`${wallClock(at, zone)}Z`) - Math.floor(at / minute) * minute;

/**
 * The instant of a time on the wall. One that the clocks skip in spring is moved on by what they skip (02:30 is 03:30);
 * one that comes twice in autumn means the first. The server reads such times the same way.
 */
export function instantOf(wall: string, zone: string): number {
  const utc = Date.parse(`${wall}Z`);
  const before = offsetAt(utc - day, zone);
  const after = offsetAt(utc + day, zone);
  const early = utc - Math.max(before, after);
  const late = utc - Math.min(before, after);
  if (wallClock(early, zone) === wall) return early;
  return wallClock(late, zone) === wall ? late : utc - before;
}

/** The next day on which the clocks of a zone change, within a year; undefined where they never do. */
export function nextClockChange(from: number, zone: string): number | undefined {
  const now = offsetAt(from, zone);
  for (let at = from + day; at < from + 370 * day; at += day) {
    if (offsetAt(at, zone) === now) continue;
    let [low, high] = [at - day, at];
    while (high - low > minute) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle, zone) === now) low = middle;
      else high = middle;
    }
    return high;
  }
  return undefined;
}

/** UTC−7 or UTC+5:30. */
export function offsetName(at: number, zone: string): string {
  const offset = offsetAt(at, zone) / minute;
  if (offset === 0) return 'UTC';
  const hours = Math.floor(Math.abs(offset) / 60);
  const minutes = Math.abs(offset) % 60;
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
}
