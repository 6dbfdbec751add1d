import { z } from 'zod';

/** The four zones of the specification come first in every list; any IANA zone is accepted. */
export const firstTimezones = {
  Pacific: 'America/Los_Angeles',
  Mountain: 'America/Denver',
  Central: 'America/Chicago',
  Eastern: 'America/New_York',
} as const;
export const Timezone = z.string().max(64).refine(isTimezone, 'Choose a time zone from the list');

/** Zones that were asked about and are some: to ask takes as long as a hundred steps of an automation. */
const known = new Set<string>();

export function isTimezone(zone: string): boolean {
  if (known.has(zone)) return true;
  // JavaScript takes '+02:00' as a zone; PostgreSQL reads it with the opposite sign.
  if (/^[+-]/.test(zone)) return false;
  try {
    const isKnown = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone.length > 0;
    // Names of zones are read whatever their capitals, so there are more ways to write one than zones.
    if (isKnown && known.size < 1_000) known.add(zone);
    return isKnown;
  } catch {
    return false;
  }
}
