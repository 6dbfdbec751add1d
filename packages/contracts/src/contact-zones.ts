import { z } from 'zod';
import { isTimezone } from './timezones.ts';

/** That of a contact, in any spelling that `zoneNamed` reads. */
export const ContactZone = z
  .string()
  .max(64)
  .refine((zone) => zoneNamed(zone) !== null, 'Choose a time zone from the list');

/** With spaces around each part. */
const longestTyped = 80;

/** Names that were read; many rows of a file have the same. Null is none. */
const named = new Map<string, string | null>();

/**
 * The zone that somebody means by `us/pacific` or `America / New York`, by its one name; null for none. Abbreviations are none: EST is a
 * zone without summer time, BST that of Bangladesh, and whoever writes them means another.
 */
export function zoneNamed(typed: string): string | null {
  // A cell of a file may be longer than any name, and slow to read.
  if (typed.length > longestTyped) return null;
  const known = named.get(typed);
  if (known !== undefined) return known;
  const parts = typed.split('/').map((part) => part.trim());
  const zone = parts.join('/').replaceAll(' ', '_');
  const isName = (zone.includes('/') || /^(?:utc|gmt)$/i.test(zone)) && isTimezone(zone);
  const found = isName ? new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone : null;
  if (named.size >= 1_000) named.clear();
  named.set(typed, found);
  return found;
}

/** Every zone that `zoneNamed` answers: one for each place, UTC, and those that are hours from it. */
export const allZones = (): readonly string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...hoursFromUtc()]),
];

function hoursFromUtc(): string[] {
  const hours = Array.from({ length: 27 }, (_, at) => at - 12).filter((hour) => hour !== 0);
  // By the sign of POSIX: Etc/GMT+12 is west of Greenwich.
  return hours.map((hour) => `Etc/GMT${hour > 0 ? '-' : '+'}${Math.abs(hour)}`);
}
