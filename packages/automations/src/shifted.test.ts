import fc from 'fast-check';
import { offsetAt } from '@waggle/contracts/zones';
import { expect, test } from 'vitest';
import { shiftedUntil } from './shifted.ts';

const at = (text: string): number => Date.parse(text);
const days = (amount: number): number => amount * 86_400_000;
const zone = 'Europe/Berlin';
const monday = { kind: 'weekday' as const, days: [1], time: '09:00' };

test('Monday at 9:00 stays a Monday at 9:00, as much later as it was paused or the next one after that', () => {
  // Monday, March 2, at 9:00 in Berlin.
  const wasAt = at('2026-03-02T08:00:00Z');
  const shifted = (from: string, until: string) =>
    shiftedUntil(monday, wasAt, { byMs: at(until) - at(from), now: at(until) }, zone);

  expect(shifted('2026-02-24T12:00:00Z', '2026-02-26T12:00:00Z')).toBe(wasAt);
  expect(shifted('2026-03-02T07:00:00Z', '2026-03-02T09:00:00Z')).toBe(at('2026-03-09T08:00:00Z'));
  expect(shifted('2026-03-01T12:00:00Z', '2026-03-22T12:00:00Z')).toBe(at('2026-03-23T08:00:00Z'));
  // The clocks change on March 29.
  expect(shifted('2026-03-01T12:00:00Z', '2026-03-25T12:00:00Z')).toBe(at('2026-03-30T07:00:00Z'));
});

test('hours that have passed are those of a later day, and a date keeps its time of day', () => {
  const hours = { kind: 'hours' as const, hours: { from: '10:00', to: '12:00', days: [1, 2, 3, 4, 5] } };
  const birthday = { kind: 'field' as const, field: 'birthday', plusDays: 0, time: '09:00' };
  const paused = { byMs: days(2.5), now: at('2026-03-28T20:00:00Z') };

  // A Thursday at 10:00, and so Sunday evening after it: the next hours are on Monday.
  expect(shiftedUntil(hours, at('2026-03-26T09:00:00Z'), paused, zone)).toBe(at('2026-03-30T08:00:00Z'));
  expect(shiftedUntil(birthday, at('2026-03-26T08:00:00Z'), paused, zone)).toBe(at('2026-03-29T07:00:00Z'));
  expect(shiftedUntil(birthday, at('2026-04-01T07:00:00Z'), paused, zone)).toBe(at('2026-04-01T07:00:00Z'));
});

test('nobody goes on before it was resumed, or at another time of day than they wait for', () => {
  const instant = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z') });
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC');
  fc.assert(
    fc.property(
      instant,
      fc.integer({ min: 0, max: days(60) }),
      fc.integer({ min: 0, max: days(60) }),
      zones,
      (pausedAt, byMs, later, name) => {
        const now = pausedAt + byMs;
        const wasAt = shiftedUntil(monday, pausedAt, { byMs: later, now: pausedAt }, name);

        const shifted = shiftedUntil(monday, wasAt, { byMs, now }, name);

        const wall = new Date(shifted + offsetAt(name, shifted));
        expect(shifted).toBeGreaterThanOrEqual(now);
        expect([wall.getUTCDay(), wall.getUTCHours(), wall.getUTCMinutes()]).toEqual([1, 9, 0]);
      },
    ),
  );
});
