import { expect, test } from 'vitest';
import { guessType } from './guess-type.ts';

test.each([
  ['date', ['1960-01-10', '2024-02-29 10:00']],
  ['number', ['0', '12', '-3', '2,5']],
  ['boolean', ['yes', 'No', 'sí']],
  ['text', ['Spring fair, stall 14']],
  ['text', ['03/04/2024']],
  ['text', ['2023-02-30']],
  ['text', ['01234', '56789']],
  ['text', ['+1 503', '7']],
  ['text', ['12', 'n/a']],
  ['text', ['1234567890123456']],
  ['text', []],
])('a column becomes %s for %j', (type, values) => {
  expect(guessType(values)).toBe(type);
});
