import { expect, test } from 'vitest';
import { wallClock } from './wall-clock.ts';

test.each([
  ['2026-05-18T13:00:00Z', 'America/New_York', '2026-05-18T09:00'],
  ['2026-01-18T13:00:00Z', 'America/New_York', '2026-01-18T08:00'],
  ['2026-05-18T22:30:00Z', 'Europe/Berlin', '2026-05-19T00:30'],
])('%s on a clock in %s reads %s', (instant, timezone, shown) => {
  expect(wallClock(new Date(instant), timezone)).toBe(shown);
});
