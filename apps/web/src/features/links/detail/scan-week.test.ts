import { expect, test } from 'vitest';
import { busiestHour, inStepsOf } from './scan-week.ts';

const quietWeek = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));

test('the busiest hour is the one with the most scans', () => {
  const week = quietWeek.map((hours, weekday) => hours.map((_, hour) => (weekday === 5 && hour === 12 ? 9 : hour % 3)));

  expect(busiestHour(week)).toEqual({ weekday: 5, hour: 12 });
});

test('a week without scans has no busiest hour', () => {
  expect(busiestHour(quietWeek)).toBeUndefined();
});

test('hours are put together two by two and none is lost', () => {
  const week = quietWeek.map((hours) => hours.map((_, hour) => hour));

  expect(inStepsOf(2, week)[0]).toEqual([1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45]);
});
