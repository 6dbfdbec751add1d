const hour = 3_600_000;
const day = 24 * hour;

/** How late a missed schedule is still sent without asking: longer ago, the mail may say things that are over. */
export const latestStartMs = hour;

/**
 * The instant of a wall-clock time in a zone. A time the clocks skip in spring is moved on by what they skip (02:30 is
 * 03:30); one that comes twice in autumn means the first.
 */
export function instantOf(local: string, zone: string): Date {
  const wall = Date.parse(`${local}Z`);
  const offsets = [offsetAt(wall - day, zone), offsetAt(wall + day, zone)];
  const fitting = offsets
    .map((offset) => wall - offset)
    .filter((instant) => instant + offsetAt(instant, zone) === wall);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : wall - offsets[0]!);
}

/** Milliseconds a zone's clocks are ahead of UTC at an instant. */
function offsetAt(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes = '0', seconds = '0'] = /GMT([+-])(\d{2}):?(\d{2})?:?(\d{2})?/.exec(name) ?? [];
  if (!sign) return 0;
  const ahead = Number(hours) * hour + Number(minutes) * 60_000 + Number(seconds) * 1_000;
  return sign === '-' ? -ahead : ahead;
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, known);
  return known;
}
