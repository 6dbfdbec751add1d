import { expect, test } from 'vitest';
import { withPoint } from './with-point.ts';

test.each([
  ['12,50', '12.50'],
  [' 12,5 ', '12.5'],
  ['12.50', '12.50'],
  // Twelve hundred or one and a quarter: nobody can know.
  ['1,250', '1,250'],
  ['twelve', 'twelve'],
])('%s is sent as %s', (typed, sent) => {
  expect(withPoint(typed)).toBe(sent);
});
