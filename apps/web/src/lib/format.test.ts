import { expect, test } from 'vitest';
import { formatOf } from './format.ts';

const now = Date.UTC(2026, 4, 12, 12);
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test.each([
  [0, 'now'],
  [4, '4 minutes ago'],
  [60 * 3, '3 hours ago'],
  [60 * 25, 'yesterday'],
  [60 * 24 * 6, '6 days ago'],
  [60 * 24 * 7, 'May 5, 2026'],
  [-60 * 24 * 2, 'in 2 days'],
  [-(60 * 24 * 7 - 1), 'in 7 days'],
])('%i minutes ago reads "%s"', (minutes, text) => {
  expect(formatOf('en').when(ago(minutes), now)).toBe(text);
});

test('numbers and dates follow the language', () => {
  expect(formatOf('en').number(12_486)).toBe('12,486');
  expect(formatOf('fr').number(12_486)).toMatch(/^12\s486$/);
  expect(formatOf('es').when(ago(60 * 25), now)).toBe('ayer');
});
