/** There are some hundred zones, so none is forgotten. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, known);
  return known;
}

const day = 24 * 3_600_000;
/** By zone and day: what its clocks are ahead from midnight to midnight UTC; null where they change in between. */
const offsets = new Map<string, number | null>();
/** People of one batch may live in every zone, and the hours of each are looked for over three weeks: some 9,000. Two MB. */
const mostDays = 20_000;

/** Milliseconds the clocks of a zone are ahead of UTC at an instant. No zone changes its clocks twice in a day. */
export function offsetAt(zone: string, instant: number): number {
  const dayNo = Math.floor(instant / day);
  const key = `${zone} ${dayNo}`;
  let known = offsets.get(key);
  if (known === undefined) {
    const first = readOffset(zone, dayNo * day);
    known = first === readOffset(zone, (dayNo + 1) * day) ? first : null;
    if (offsets.size >= mostDays) offsets.clear();
    offsets.set(key, known);
  }
  return known ?? readOffset(zone, instant);
}

/** Takes some ten microseconds, longer than all else that a step of an automation does. */
function readOffset(zone: string, instant: number): number {
  const parts = formatOf(zone).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes = '0', seconds = '0'] = /GMT([+-])(\d{2}):?(\d{2})?:?(\d{2})?/.exec(name) ?? [];
  if (!sign) return 0;
  const ahead = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000;
  return sign === '-' ? -ahead : ahead;
}

/**
 * The instant of a wall-clock time in a zone, both in milliseconds. A time the clocks skip in spring is moved on by what they
 * skip (02:30 is 03:30); one that comes twice in autumn means the first.
 */
export function instantOfWall(wall: number, zone: string): number {
  const offsets = [offsetAt(zone, wall - day), offsetAt(zone, wall + day)];
  const fitting = offsets
    .map((offset) => wall - offset)
    .filter((instant) => instant + offsetAt(zone, instant) === wall);
  return fitting.length > 0 ? Math.min(...fitting) : wall - offsets[0]!;
}
