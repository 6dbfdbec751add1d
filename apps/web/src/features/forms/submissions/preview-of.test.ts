import { expect, test } from 'vitest';
import { previewOf } from './preview-of.ts';

const fields = [1, 2, 3, 4, 5].map((n) => ({ id: `field_${n}`, label: `Label ${n}`, type: 'text' as const }));

test('three answers are shown, then how many more there are', () => {
  const data = { field_1: 'a', field_2: true, field_3: 'c', field_4: 'd', field_5: 'e' } as const;

  const { answers, more } = previewOf(data, fields, 'Yes');

  expect(answers.map(({ label, value }) => [label, value])).toEqual([
    ['Label 1', 'a'],
    ['Label 2', 'Yes'],
    ['Label 3', 'c'],
  ]);
  expect(more).toBe(2);
});

test('values of more than 30 characters are cut', () => {
  const { answers } = previewOf({ field_1: 'x'.repeat(31), field_2: 'y'.repeat(30) }, fields, 'Yes');

  expect(answers.map(({ value }) => value)).toEqual([`${'x'.repeat(30)}...`, 'y'.repeat(30)]);
});
