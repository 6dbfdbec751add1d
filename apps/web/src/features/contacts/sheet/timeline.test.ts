import type { ContactActivity } from '@waggle/contracts/contacts';
import { expect, test } from 'vitest';
import { byDay } from './timeline.ts';

const at = (year: number, month: number, day: number, hour: number): ContactActivity => ({
  id: crypto.randomUUID(),
  type: 'tag.added',
  happenedAt: new Date(year, month, day, hour).toISOString(),
  subject: null,
  by: null,
  data: {},
});
const now = new Date(2026, 2, 1, 12);

test('a day ends at midnight where the reader is', () => {
  const days = byDay([at(2026, 2, 1, 9), at(2026, 2, 1, 0), at(2026, 1, 28, 23), at(2026, 0, 9, 8)], now);

  expect(days.map(({ when, items }) => [when, items.length])).toEqual([
    ['today', 2],
    ['yesterday', 1],
    ['earlier', 1],
  ]);
});

test('nothing happened, nothing is shown', () => {
  expect(byDay([], now)).toEqual([]);
});

test('the same day of another month is another day', () => {
  expect(byDay([at(2026, 1, 9, 8), at(2026, 0, 9, 8)], now)).toHaveLength(2);
});
