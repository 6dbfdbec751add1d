import { offsetAt } from '#platform/zones.ts';

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
  const offsets = [offsetAt(zone, wall - day), offsetAt(zone, wall + day)];
  const fitting = offsets
    .map((offset) => wall - offset)
    .filter((instant) => instant + offsetAt(zone, instant) === wall);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : wall - offsets[0]!);
}
