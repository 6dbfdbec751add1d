import { expect, test } from 'vitest';
import { replaceNames } from './replace-names.ts';

const names = ['Maple & Rye', 'Maple & Rye Bakery'];

test.each([
  ['Bread from Maple & Rye Bakery, every day', 'Bread from Corner Crumb, every day'],
  ['Maple & Rye', 'Corner Crumb'],
  ['“Maple & Rye”: Maple & Rye.', '“Corner Crumb”: Corner Crumb.'],
  ['Maple & Ryes and SuperMaple & Rye', 'Maple & Ryes and SuperMaple & Rye'],
  ['maple & rye', 'maple & rye'],
  ['', ''],
])('%s becomes %s', (text, expected) => {
  expect(replaceNames(text, names, 'Corner Crumb')).toBe(expected);
});

test('a name of two letters replaces nothing, and neither does a name by itself', () => {
  expect(replaceNames('Go on', ['Go'], 'Corner Crumb')).toBe('Go on');
  expect(replaceNames('Art house', ['Art'], 'Art')).toBe('Art house');
});

test('a new name that holds the old one is put in once', () => {
  expect(replaceNames('Art and Art', ['Art'], 'Art & Co')).toBe('Art & Co and Art & Co');
  expect(replaceNames('Maple & Rye Bakery', names, 'Maple & Rye Cafe')).toBe('Maple & Rye Cafe');
});
