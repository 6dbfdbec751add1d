import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, mondayOf, weekParts } from './calendar.ts';

const days = fc
  .tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 800 }))
  .map(([start, length]) => ({ from: addDays('2019-12-30', start), to: addDays('2019-12-30', start + length) }));

/** Any number that differs from day to day. */
const scansOn = (day: string) => (Date.parse(day) / 86_400_000) % 97;
const sum = (of: readonly string[]) => of.reduce((total, day) => total + scansOn(day), 0);

test('weeks and days add up to the days they stand for, and begin on Mondays', () => {
  fc.assert(
    fc.property(days, ({ from, to }) => {
      const parts = weekParts({ from, to });

      // A week of which only a part was in it would be read whole.
      const weeks = parts.filter(({ part }) => part === 'week').flatMap(({ from, to }) => [from, to]);
      expect(weeks.map(mondayOf)).toEqual(weeks);
      expect(
        parts.reduce((total, { from, to, sign }) => total + sign * sum(daysBetween(from, addDays(to, -1))), 0),
      ).toBe(sum(daysBetween(from, to)));
    }),
  );
});

test('90 days are read as 19 rows of a code at most', () => {
  for (let start = 0; start < 7; start += 1) {
    const from = addDays('2026-01-05', start);
    const rows = weekParts({ from, to: addDays(from, 89) }).map(
      (part) => daysBetween(part.from, addDays(part.to, -1)).length / (part.part === 'week' ? 7 : 1),
    );
    expect(rows.reduce((total, count) => total + count, 0)).toBeLessThanOrEqual(19);
  }
});
