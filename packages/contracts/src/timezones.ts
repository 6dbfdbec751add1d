import { z } from 'zod';

/** The four zones of the specification come first in every list; any IANA zone is accepted. */
export const firstTimezones = {
  Pacific: 'America/Los_Angeles',
  Mountain: 'America/Denver',
  Central: 'America/Chicago',
  Eastern: 'America/New_York',
} as const;
export const Timezone = z.string().max(64).refine(isTimezone, 'Choose a time zone from the list');

export function isTimezone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}
