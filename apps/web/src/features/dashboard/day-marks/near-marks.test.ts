import { expect, test } from 'vitest';
import { nearMarks } from './near-marks.ts';

const days = Array.from({ length: 31 }, (_, at) => `2026-05-${String(at + 1).padStart(2, '0')}`);
const mark = (day: number) => ({ on: days[day - 1]! });

test('marks stand on their day, and share a place where they would cover each other', () => {
  expect(nearMarks(days, [mark(1), mark(2), mark(16), mark(31)])).toEqual([
    { place: 0, marks: [mark(1), mark(2)] },
    { place: 0.5, marks: [mark(16)] },
    { place: 1, marks: [mark(31)] },
  ]);
});

test('of weeks the first point has the marks of its seven days, and the others stand where their day is', () => {
  const weeks = ['2026-05-07', '2026-05-14', '2026-05-21'];

  expect(nearMarks(weeks, [mark(1), { on: '2026-05-14' }, { on: '2026-05-22' }], '2026-05-01')).toEqual([
    { place: 0, marks: [mark(1)] },
    { place: 0.5, marks: [{ on: '2026-05-14' }] },
  ]);
});

test('a mark of another time is left out', () => {
  expect(nearMarks(days, [{ on: '2026-04-30' }])).toEqual([]);
});
