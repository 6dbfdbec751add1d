import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedOn, daysDue } from './due.ts';

const due = (time: string, zone: string, now: string) => daysDue({ time }, zone, Date.parse(now));

test('a day begins to count at its time on the clock of the zone', () => {
  expect(due('09:00', 'Europe/Berlin', '2026-11-18T07:59:59Z')).toEqual([]);
  expect(due('09:00', 'Europe/Berlin', '2026-11-18T08:00:00Z')).toEqual(['2026-11-18']);
  expect(due('09:00', 'Pacific/Auckland', '2026-11-17T20:00:00Z')).toEqual(['2026-11-18']);
});

test('a look that was missed is made up for until the day ends, once an hour', () => {
  expect(due('09:00', 'UTC', '2026-11-18T15:00:00Z')).toEqual(['2026-11-18']);
  expect(due('09:00', 'UTC', '2026-11-18T15:30:00Z')).toEqual([]);
  expect(due('09:00', 'UTC', '2026-11-19T00:00:00Z')).toEqual([]);
});

test('a time before midnight counts after it', () => {
  expect(due('23:55', 'UTC', '2026-11-19T00:00:00Z')).toEqual(['2026-11-18']);
  expect(due('23:55', 'UTC', '2026-11-19T06:00:00Z')).toEqual([]);
});

test('a time that clocks skip is later, one that comes twice counts from the first', () => {
  expect(due('02:30', 'Europe/Berlin', '2026-03-29T01:15:00Z')).toEqual([]);
  expect(due('02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z')).toEqual(['2026-03-29']);
  expect(due('02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z')).toEqual(['2026-10-25']);
});

test('whatever the zone and time, looks of every quarter of an hour find each day', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia', 'America/New_York'];
  const times = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
  fc.assert(
    fc.property(fc.constantFrom(...zones), times, fc.integer({ min: 0, max: 364 }), (zone, [hours, minutes], at) => {
      const time = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
      const first = Date.UTC(2026, 0, 1) + at * 86_400_000;
      const found = Array.from({ length: 4 * 24 * 3 }, (_, look) => daysDue({ time }, zone, first + look * 900_000));
      const day = new Date(first + 86_400_000).toISOString().slice(0, 10);
      expect(found.flat()).toContain(day);
    }),
    { numRuns: 300 },
  );
});

test('29 February counts as 28 February in years that have none', () => {
  expect(countedOn({ plusDays: 0, yearly: true }, '2027-02-28')).toMatchObject({
    endings: ['-02-28', '-02-29'],
    year: 2027,
  });
  expect(countedOn({ plusDays: 0, yearly: true }, '2028-02-28').endings).toEqual(['-02-28']);
  expect(countedOn({ plusDays: 0, yearly: true }, '2028-02-29').endings).toEqual(['-02-29']);
  expect(countedOn({ plusDays: 1, yearly: true }, '2027-03-01').endings).toEqual(['-02-28', '-02-29']);
});

test('days before and after cross years, and the year is that of the date', () => {
  expect(countedOn({ plusDays: -7, yearly: true }, '2026-12-28')).toEqual({
    endings: ['-01-04'],
    upTo: '2027-01-04',
    year: 2027,
  });
  expect(countedOn({ plusDays: 30, yearly: false }, '2027-01-15')).toEqual({
    endings: ['2026-12-16'],
    upTo: '2026-12-16',
    year: 2026,
  });
});
