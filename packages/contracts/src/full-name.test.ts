import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitName } from './full-name.ts';

test.each([
  ['Ann Keller', 'Ann', 'Keller'],
  ['  Ann   Keller ', 'Ann', 'Keller'],
  ['Keller, Ann', 'Ann', 'Keller'],
  ['María García López', 'María', 'García López'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['Cher', 'Cher', null],
  ['Keller,', null, 'Keller'],
  [', Ann', 'Ann', null],
  ['Ann Keller, MD, PhD', 'Ann', 'Keller, MD, PhD'],
  [',', null, null],
  [' ', null, null],
])('%j is first name %j and last name %j', (cell, first, last) => {
  expect(splitName(cell)).toEqual([first, last]);
});

test('no letter of a name is lost or added', () => {
  const letters = (text: string) => Array.from(text.replaceAll(/[\s,]/g, '')).sort().join('');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (cell) => {
      expect(letters(splitName(cell).join(''))).toBe(letters(cell));
    }),
  );
});
