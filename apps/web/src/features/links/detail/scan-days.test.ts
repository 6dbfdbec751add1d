import { expect, test } from 'vitest';
import { stepsOf } from './scan-days.ts';

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    on: new Date(Date.parse(first) + at * 86_400_000).toISOString().slice(0, 10),
    scans: 2,
    newVisitors: 1,
  }));

test('a bar stands for a day while the days fit', () => {
  const steps = stepsOf(daysFrom('2026-02-01', 90));

  expect(steps).toHaveLength(90);
  expect(steps[0]).toEqual({ from: '2026-02-01', to: '2026-02-01', scans: 2, newVisitors: 1 });
});

test('a year is shown in weeks that start on Monday', () => {
  const steps = stepsOf(daysFrom('2026-01-01', 365));

  expect(steps[0]).toEqual({ from: '2026-01-01', to: '2026-01-04', scans: 8, newVisitors: 4 });
  expect(steps[1]).toEqual({ from: '2026-01-05', to: '2026-01-11', scans: 14, newVisitors: 7 });
});

test('many years are shown in months, and no scan is lost', () => {
  const steps = stepsOf(daysFrom('2023-01-15', 1_200));

  expect(steps[0]).toEqual({ from: '2023-01-15', to: '2023-01-31', scans: 34, newVisitors: 17 });
  expect(steps.length).toBeLessThan(50);
  expect(steps.reduce((sum, { scans }) => sum + scans, 0)).toBe(2_400);
});
