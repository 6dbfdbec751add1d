import { expect, test } from 'vitest';
import { risingHours } from './rising-hours.ts';

test('the curve begins with nothing and has at the end of each hour everything until then', () => {
  const hours = [
    { at: '2026-05-12T10:00:00.000Z', opens: 5, clicks: 1 },
    { at: '2026-05-12T11:00:00.000Z', opens: 0, clicks: 0 },
    { at: '2026-05-12T12:00:00.000Z', opens: 2, clicks: 3 },
  ];

  expect(risingHours(hours)).toEqual([
    { at: '2026-05-12T10:00:00.000Z', opens: 0, clicks: 0 },
    { at: '2026-05-12T11:00:00.000Z', opens: 5, clicks: 1 },
    { at: '2026-05-12T12:00:00.000Z', opens: 5, clicks: 1 },
    { at: '2026-05-12T13:00:00.000Z', opens: 7, clicks: 4 },
  ]);
});

test('before the start there is no curve', () => {
  expect(risingHours([])).toEqual([]);
});
