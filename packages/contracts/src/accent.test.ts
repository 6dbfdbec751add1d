import { expect, test } from 'vitest';
import { contrastOf, initialsOf, labelOn } from './accent.ts';

test('text on every color can be read', () => {
  const steps = Array.from({ length: 18 }, (_, at) => (at * 15).toString(16).padStart(2, '0'));
  const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));

  const worst = Math.min(...colors.map((color) => contrastOf(color, labelOn(color))));

  expect(worst).toBeGreaterThanOrEqual(4.5);
  expect([contrastOf('#000000', '#ffffff'), labelOn('#8a4f16'), labelOn('#f9ad1b')]).toEqual([
    21,
    '#ffffff',
    '#191714',
  ]);
});

test.each([
  ['Maple & Rye Bakery', 'MB'],
  ['Juniper', 'J'],
  ['  École “Les Lilas” ', 'ÉL'],
  ['🐝', ''],
  ['𝒜lpha beta', '𝒜B'],
])('the initials of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
