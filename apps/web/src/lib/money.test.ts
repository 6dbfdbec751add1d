import { expect, test } from 'vitest';
import { moneyOf } from './money.ts';

test.each([
  ['en', 1_250, 'USD', '$12.50'],
  ['en', 4_500_000, 'USD', '$45,000.00'],
  ['en', -250, 'USD', '-$2.50'],
  ['fr', 123_450, 'EUR', '1\u202f234,50\u00a0€'],
  ['es', 1_250, 'EUR', '12,50\u00a0€'],
  ['en', 500, 'JPY', '¥500'],
  ['en', 12_345, 'KWD', 'KWD\u00a012.345'],
  // Browsers know the dinar without a fraction.
  ['en', 12_345, 'IQD', 'IQD\u00a012.345'],
])('%s: %i of %s', (locale, amount, currency, shown) => {
  expect(moneyOf(locale)(amount, currency)).toBe(shown);
});
