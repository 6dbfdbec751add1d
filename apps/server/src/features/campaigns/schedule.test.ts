import { expect, test } from 'vitest';
import { instantOf } from './schedule.ts';

test.each([
  ['America/Los_Angeles', '2026-03-08T02:30', '2026-03-08T10:30:00.000Z'],
  ['America/Los_Angeles', '2026-11-01T01:30', '2026-11-01T08:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
  ['Asia/Kathmandu', '2026-05-01T09:00', '2026-05-01T03:15:00.000Z'],
  ['UTC', '2026-05-01T09:00:30', '2026-05-01T09:00:30.000Z'],
])('in %s, %s is %s', (zone, local, instant) => {
  expect(instantOf(local, zone).toISOString()).toBe(instant);
});

/** Every zone whose clocks change in 2026, by asking each day; at most 40. */
function changingZones(): { zone: string; days: string[] }[] {
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ zone, days: changes(zone) }));
  return zones.filter(({ days }) => days.length === 2).slice(0, 40);
}
function changes(zone: string): string[] {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  const days = Array.from({ length: 365 }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at, 12)));
  return days
    .filter((date, at) => at > 0 && wall.format(date) !== wall.format(days[at - 1]))
    .map((date) => date.toISOString().slice(0, 10));
}

test('F33 02:30 on both days the clocks change is one instant with the same wall clock, or an hour on', () => {
  const zones = changingZones();
  const wrong: string[] = [];
  for (const { zone, days } of zones) {
    for (const on of days) {
      const instant = instantOf(`${on}T02:30`, zone);
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
        instant,
      );
      if (![`${on} 02:30`, `${on} 03:30`, `${on} 03:00`].includes(shown)) wrong.push(`${zone} ${on}: ${shown}`);
    }
  }

  expect(zones).toHaveLength(40);
  expect(wrong).toEqual([]);
});
