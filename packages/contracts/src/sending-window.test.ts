import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openingAt, SendingWindow } from './sending-window.ts';
import { offsetAt } from './zones.ts';

const weekdays = [1, 2, 3, 4, 5];
const office = { from: '09:00', to: '18:00', days: weekdays, zone: 'Europe/Berlin' };
const opening = (window: SendingWindow, now: string) => {
  const { opensAt, closesAt } = openingAt(window, Date.parse(now));
  return [new Date(opensAt).toISOString().slice(0, 16), new Date(closesAt).toISOString().slice(0, 16)];
};

describe('a sending window', () => {
  test.each([
    ['before it opens', office, '2026-05-12T05:00Z', '2026-05-12T07:00', '2026-05-12T16:00'],
    ['while it is open', office, '2026-05-12T12:00Z', '2026-05-12T07:00', '2026-05-12T16:00'],
    ['the moment it shuts', office, '2026-05-12T16:00Z', '2026-05-13T07:00', '2026-05-13T16:00'],
    ['on a Friday night', office, '2026-05-15T20:00Z', '2026-05-18T07:00', '2026-05-18T16:00'],
    ['over the change to winter time', office, '2026-10-23T20:00Z', '2026-10-26T08:00', '2026-10-26T17:00'],
    ['over the change to summer time', office, '2026-03-27T20:00Z', '2026-03-30T07:00', '2026-03-30T16:00'],
    [
      'over midnight, begun the day before',
      { ...office, from: '22:00', to: '06:00' },
      '2026-05-13T02:00Z',
      '2026-05-12T20:00',
      '2026-05-13T04:00',
    ],
    [
      'of whole weekdays, as one',
      { ...office, from: '00:00', to: '24:00', zone: 'UTC' },
      '2026-05-10T02:00Z',
      '2026-05-11T00:00',
      '2026-05-16T00:00',
    ],
    [
      'whose hour comes twice in autumn, the first time',
      { ...office, from: '02:00', to: '02:30', days: [7] },
      '2026-10-24T20:00Z',
      '2026-10-25T00:00',
      '2026-10-25T00:30',
    ],
    [
      'in an hour the clocks skip, an hour on',
      { ...office, from: '02:00', to: '02:30', days: [7] },
      '2026-03-28T20:00Z',
      '2026-03-29T01:00',
      '2026-03-29T01:30',
    ],
    [
      'that the clocks skip whole, a week later',
      { ...office, from: '02:30', to: '03:00', days: [7] },
      '2026-03-28T20:00Z',
      '2026-04-05T00:30',
      '2026-04-05T01:00',
    ],
    [
      'of a zone nobody knows, in UTC',
      { ...office, zone: 'Mars/Base' },
      '2026-05-12T05:00Z',
      '2026-05-12T09:00',
      '2026-05-12T18:00',
    ],
  ])('%s', (_, window, now, ...expected) => {
    expect(opening(window, now)).toEqual(expected);
  });

  test.each([
    ['no minutes', { from: '09:00', to: '09:00' }],
    ['less than half an hour', { from: '09:00', to: '09:29' }],
    ['no day', { days: [] }],
    ['an eighth day', { days: [8] }],
    ['no such time', { to: '25:00' }],
    ['no such zone', { zone: 'Mars/Base' }],
    ['a zone that is a sentence', { zone: "UTC'; drop table campaigns" }],
  ])('of %s is refused', (_, change) => {
    expect(SendingWindow.safeParse({ ...office, ...change }).success).toBe(false);
    expect(SendingWindow.safeParse(office).success).toBe(true);
  });

  test('is open exactly when the clock on the wall says so, in every zone and over every change of clocks', () => {
    const zone = fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'UTC',
      'Pacific/Apia',
    );
    const time = fc.integer({ min: 0, max: 1_439 });
    const days = fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 });
    const written = (at: number) =>
      `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
    const now = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2027, 0, 1) / 60_000 });
    fc.assert(
      fc.property(fc.tuple(time, time, days, zone), now, ([from, to, days, zone], minute) => {
        fc.pre((to - from + 1_440) % 1_440 >= 30);
        const window = { from: written(from), to: written(to), days, zone };
        const at = minute * 60_000;
        const found = openingAt(window, at);

        expect(found.opensAt).toBeLessThan(found.closesAt);
        expect(found.closesAt).toBeGreaterThan(at);
        // Asked while it is open or before, the answer is the same; asked when it shuts, it is a later one.
        expect(openingAt(window, Math.max(at, found.opensAt)).closesAt).toBeGreaterThanOrEqual(found.closesAt);
        expect(openingAt(window, found.closesAt).opensAt).toBeGreaterThanOrEqual(found.closesAt);
        // Away from changes of the clocks, the wall says the same.
        const steady = offsetAt(zone, at - 86_400_000) === offsetAt(zone, at + 86_400_000);
        if (!steady) return;
        const wall = new Date(at + offsetAt(zone, at));
        const clock = wall.getUTCHours() * 60 + wall.getUTCMinutes();
        const weekday = wall.getUTCDay() || 7;
        const isDay = days.includes(weekday) && clock >= from && (to > from ? clock < to : true);
        const isNight = to <= from && days.includes(((weekday + 5) % 7) + 1) && clock < to;
        expect(found.opensAt <= at).toBe(isDay || isNight);
      }),
      { numRuns: 1_000 },
    );
  });
});
