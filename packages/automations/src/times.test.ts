import fc from 'fast-check';
import { offsetAt } from '@waggle/contracts/zones';
import { expect, test } from 'vitest';
import { after, nextWeekday, openAt, timeOnDay } from './times.ts';

const at = (text: string): number => Date.parse(text);
const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC');
const instant = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z') });
const wallOf = (moment: number, name: string): number => moment + offsetAt(name, moment);

test('a day later the clock on the wall shows the same, also where the clocks change between', () => {
  expect(after({ amount: 1, unit: 'days' }, at('2026-03-28T08:00:00Z'), 'Europe/Berlin')).toBe(
    at('2026-03-29T07:00:00Z'),
  );
  expect(after({ amount: 1, unit: 'weeks' }, at('2026-10-22T13:00:00Z'), 'Europe/Berlin')).toBe(
    at('2026-10-29T14:00:00Z'),
  );
  expect(after({ amount: 24, unit: 'hours' }, at('2026-03-28T08:00:00Z'), 'Europe/Berlin')).toBe(
    at('2026-03-29T08:00:00Z'),
  );
});

test('days and weeks keep the wall clock in every zone, but for an hour that the clocks skip', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 400 }), zone, (from, amount, name) => {
      const wanted = wallOf(from, name) + amount * 86_400_000;

      const shown = wallOf(after({ amount, unit: 'days' }, from, name), name);

      expect([0, 1_800_000, 3_600_000]).toContain(shown - wanted);
    }),
  );
});

test('a weekday is the next one of them that is still to come', () => {
  // A Wednesday.
  const now = at('2026-11-18T08:00:00Z');

  expect(nextWeekday([3], '09:30', now, 'Europe/Berlin')).toBe(at('2026-11-18T08:30:00Z'));
  expect(nextWeekday([3], '09:00', now, 'Europe/Berlin')).toBe(at('2026-11-25T08:00:00Z'));
  expect(nextWeekday([1, 5], '09:00', now, 'Europe/Berlin')).toBe(at('2026-11-20T08:00:00Z'));
});

test('a day of a field is found at its time in the zone; what is no day is not', () => {
  expect(timeOnDay('2026-07-01', -1, '09:00', 'Europe/Berlin')).toBe(at('2026-06-30T07:00:00Z'));
  expect(timeOnDay('soon', 0, '09:00', 'UTC')).toBeNull();
  expect(timeOnDay(undefined, 0, '09:00', 'UTC')).toBeNull();
  expect(timeOnDay('2026-13-01', 0, '09:00', 'UTC')).toBeNull();
});

test('hours that are open are now, others when they open next', () => {
  const office = { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] };

  expect(openAt(office, at('2026-11-18T10:00:00Z'), 'UTC')).toBe(at('2026-11-18T10:00:00Z'));
  expect(openAt(office, at('2026-11-20T18:00:00Z'), 'UTC')).toBe(at('2026-11-23T09:00:00Z'));
  expect(openAt({ ...office, to: '09:00', days: [7] }, at('2026-11-21T18:00:00Z'), 'UTC')).toBe(
    at('2026-11-22T00:00:00Z'),
  );
});
