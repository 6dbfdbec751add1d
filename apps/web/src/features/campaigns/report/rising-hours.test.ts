import { expect, test } from 'vitest';
import { risingHours } from './rising-hours.ts';

test('each hour has everything until its end', () => {
  const hours = [
    { at: '10', opens: 5, clicks: 1 },
    { at: '11', opens: 0, clicks: 0 },
    { at: '12', opens: 2, clicks: 3 },
  ];

  expect(risingHours(hours)).toEqual([
    { at: '10', opens: 5, clicks: 1 },
    { at: '11', opens: 5, clicks: 1 },
    { at: '12', opens: 7, clicks: 4 },
  ]);
});
