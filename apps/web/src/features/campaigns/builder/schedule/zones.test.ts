import { expect, test } from 'vitest';
import { instantOf, nextClockChange, offsetName, wallClock } from './zones.ts';

const zone = 'America/Los_Angeles';
const at = (wall: string, in_ = zone) => new Date(instantOf(wall, in_)).toISOString();

test('a time on the wall is an instant in its zone, and back', () => {
  expect(at('2026-05-12T16:00')).toBe('2026-05-12T23:00:00.000Z');
  expect(at('2026-05-12T16:00', 'Asia/Kolkata')).toBe('2026-05-12T10:30:00.000Z');
  expect(wallClock(Date.parse('2026-05-12T23:00:00Z'), zone)).toBe('2026-05-12T16:00');
  expect(at('2026-05-12T00:00', 'Pacific/Kiritimati')).toBe('2026-05-11T10:00:00.000Z');
});

test('a time the clocks skip is moved on, and one that comes twice means the first', () => {
  expect(at('2026-03-08T02:30')).toBe('2026-03-08T10:30:00.000Z');
  expect(wallClock(Date.parse('2026-03-08T10:30:00Z'), zone)).toBe('2026-03-08T03:30');
  expect(at('2026-11-01T01:30')).toBe('2026-11-01T08:30:00.000Z');
});

test('the next clock change is found to the minute, where there is one', () => {
  const may = Date.parse('2026-05-12T12:00:00Z');

  expect(new Date(nextClockChange(may, zone) ?? 0).toISOString()).toMatch(/^2026-11-01T09:00/);
  expect(nextClockChange(may, 'Asia/Kolkata')).toBeUndefined();
});

test('an offset is named as people write it', () => {
  const may = Date.parse('2026-05-12T12:00:00Z');

  expect([zone, 'Asia/Kolkata', 'UTC'].map((one) => offsetName(may, one))).toEqual(['UTC−7', 'UTC+5:30', 'UTC']);
});
