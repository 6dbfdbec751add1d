import { expect, test } from 'vitest';
import { stepsOf } from './steps-of.ts';

const field = (id: string, reached: number) => ({ id, label: id, reached });

test('who comes no further has left at the last field they reached', () => {
  const fields = [field('name', 700), field('email', 690), field('day', 600)];

  expect(stepsOf({ starts: 702, completions: 412, fields })).toEqual([
    { id: 'name', label: 'name', answered: 690, left: 12 },
    { id: 'email', label: 'email', answered: 600, left: 90 },
    { id: 'day', label: 'day', answered: 412, left: 188 },
  ]);
});

test('a field that a condition hides from most loses nobody who came further', () => {
  const fields = [field('name', 100), field('hidden', 10), field('email', 90)];

  expect(stepsOf({ starts: 100, completions: 80, fields }).map(({ left }) => left)).toEqual([10, 0, 10]);
});

test('people without scripts, who are not counted on the way, make no negative figures', () => {
  const steps = stepsOf({ starts: 5, completions: 20, fields: [field('name', 5), field('email', 2)] });

  expect(steps.every(({ answered, left }) => answered >= 0 && left >= 0)).toBe(true);
});
