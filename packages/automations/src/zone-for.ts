import { isTimezone } from '@waggle/contracts/timezones';

/** The zone whose calendar somebody's waits go by. A name that only a newer version knows is read as none: nobody's turn may fail by it. */
export const zoneFor = (own: string | null, ofOrganization: string): string =>
  own !== null && isTimezone(own) ? own : ofOrganization;
