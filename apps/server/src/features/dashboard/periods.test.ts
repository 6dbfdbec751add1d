import { describe, expect, test } from 'vitest';
import { dayBucket, lastDays, lastMonthSoFar, lastWeeks, sinceLastMonth, thisMonth } from './periods.ts';

const iso = ({ from, to }: { from: number; to: number }) => [from, to].map((at) => new Date(at).toISOString());
const at = (text: string) => Date.parse(text);

describe('this month is compared with', () => {
  test.each([
    [
      'the same days of a longer month',
      'UTC',
      '2025-04-10T12:30:00Z',
      ['2025-03-01T00:00:00.000Z', '2025-03-10T12:30:00.000Z'],
    ],
    [
      'all of February on March 31',
      'UTC',
      '2025-03-31T09:00:00Z',
      ['2025-02-01T00:00:00.000Z', '2025-03-01T00:00:00.000Z'],
    ],
    [
      'all of February on March 29',
      'UTC',
      '2025-03-29T00:00:00Z',
      ['2025-02-01T00:00:00.000Z', '2025-03-01T00:00:00.000Z'],
    ],
    ['a leap day', 'UTC', '2024-03-29T08:00:00Z', ['2024-02-01T00:00:00.000Z', '2024-02-29T08:00:00.000Z']],
    ['December of last year', 'UTC', '2025-01-02T00:00:00Z', ['2024-12-01T00:00:00.000Z', '2024-12-02T00:00:00.000Z']],
    [
      'the same time of day before clocks changed',
      'America/New_York',
      '2025-03-15T14:00:00Z',
      ['2025-02-01T05:00:00.000Z', '2025-02-15T15:00:00.000Z'],
    ],
    [
      'days of a zone with half hours',
      'Asia/Kolkata',
      '2025-04-01T00:00:00Z',
      ['2025-02-28T18:30:00.000Z', '2025-03-01T00:00:00.000Z'],
    ],
  ])('%s', (_, timezone, now, expected) => {
    expect(iso(lastMonthSoFar(timezone, at(now)))).toEqual(expected);
  });
});

test('emails of last month are compared up to the quarter of an hour', () => {
  expect(iso(lastMonthSoFar('UTC', at('2025-04-10T12:44:59Z')))[1]).toBe('2025-03-10T12:30:00.000Z');
});

test('a month begins by the clocks of the organization', () => {
  expect(iso(thisMonth('Asia/Kolkata', at('2025-03-31T19:00:00Z')))[0]).toBe('2025-03-31T18:30:00.000Z');
  expect(iso(thisMonth('America/New_York', at('2025-04-01T03:00:00Z')))[0]).toBe('2025-03-01T05:00:00.000Z');
});

test('the same moment of last month is known to the quarter of an hour', () => {
  expect(iso(sinceLastMonth('UTC', at('2025-04-10T12:44:59Z')))).toEqual([
    '2025-03-10T12:30:00.000Z',
    '2025-04-11T00:00:00.000Z',
  ]);
});

test('a day has 23 hours when clocks go forward and 25 when they go back', () => {
  const hours = (day: string) => {
    const { from, to } = dayBucket('America/New_York', day);
    return (to - from) / 3_600_000;
  };

  expect(['2025-03-09', '2025-03-10', '2025-11-02'].map(hours)).toEqual([23, 24, 25]);
});

test('weeks end with today and leave no gap', () => {
  const weeks = lastWeeks('Europe/Paris', at('2025-04-02T12:00:00Z'), 8);

  expect(weeks).toHaveLength(8);
  expect(weeks.slice(1).every(({ from }, index) => from === weeks[index]!.to)).toBe(true);
  expect(new Date(weeks[7]!.to).toISOString()).toBe('2025-04-02T22:00:00.000Z');
  expect(lastDays('Europe/Paris', at('2025-04-02T22:30:00Z'), 2)).toEqual(['2025-04-02', '2025-04-03']);
});
