import { expect, test } from 'vitest';
import { metric } from './metrics.ts';

const numbers = Object.values(metric).flatMap((kind) => Object.entries<number>(kind));

test('no number counts two things', () => {
  expect(new Set(numbers.map(([, number]) => number)).size).toBe(numbers.length);
});

test('numbers that rows carry still mean what they meant', () => {
  expect(metric).toMatchObject({
    scan: { scans: 1, newVisitors: 2, machine: 3, unsure: 4 },
    email: { opens: 20, uniqueOpens: 21, machineOpens: 22, unsureOpens: 23, clicks: 24, uniqueClicks: 25 },
  });
  expect(metric.email).toMatchObject({
    machineClicks: 26,
    unsureClicks: 27,
    delivered: 28,
    bounced: 29,
    complained: 30,
    unsubscribed: 31,
  });
});
