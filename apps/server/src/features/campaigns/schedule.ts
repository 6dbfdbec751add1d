import { allZones } from '@waggle/contracts/contact-zones';
import { isTimezone } from '@waggle/contracts/timezones';
import { instantOfWall, offsetAt } from '@waggle/contracts/zones';

/** How late a missed schedule is still sent without asking, in milliseconds: longer ago, the mail may say things that are over. */
export const latestStartMs = 3_600_000;

/** Whether a time says its zone, and is not one on the clock. */
export const isInstant = (at: string): boolean => /(Z|[+-]\d\d:\d\d)$/.test(at);

/** The instant of a wall-clock time such as 2026-03-29T02:30 in a zone. */
export const instantOf = (local: string, zone: string): Date => new Date(instantOfWall(Date.parse(`${local}Z`), zone));

/** What the clocks of a zone show at an instant, as 2026-03-29T02:30:00. */
export const wallOf = (instant: Date, zone: string): string =>
  new Date(instant.getTime() + offsetAt(zone, instant.getTime())).toISOString().slice(0, 19);

/** Milliseconds that the clocks of the first zone of the world are ahead. */
const firstAheadMs = 14 * 3_600_000;

/** Before it, no clock of the world shows the time. */
export const firstInstantOf = (local: string): Date => new Date(Date.parse(`${local}Z`) - firstAheadMs);

/** When every zone that a contact may have gets to a time on the clock. */
export const instantsByZone = (local: string): Map<string, Date> =>
  new Map(allZones().map((zone) => [zone, instantOf(local, zone)]));

export type Scheduled = {
  each_zone: boolean;
  scheduled_at: Date | null;
  scheduled_local: string | null;
  scheduled_zone: string | null;
};

/** When it is due for whoever has no zone of their own: the time that was chosen, as its organization sees it. */
export function chosenMoment({ each_zone: eachZone, ...row }: Scheduled): Date | null {
  const { scheduled_at: at, scheduled_local: local, scheduled_zone: zone } = row;
  return eachZone && local !== null && zone !== null && isTimezone(zone) ? instantOf(local, zone) : at;
}
