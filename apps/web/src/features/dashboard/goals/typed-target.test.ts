import { expect, test } from 'vitest';
import { targetOf } from './typed-target.ts';

test.each([
  ['contacts', '500', 500],
  ['contacts', ' 12,500 ', 12_500],
  ['contacts', '12.500', 12_500],
  ['contacts', '1 250 000', 1_250_000],
  ['contacts', '1.5', null],
  ['contacts', '0', null],
  ['contacts', '-3', null],
  ['contacts', 'many', null],
  ['open-rate', '40', 40],
  ['open-rate', '40 %', 40],
  ['open-rate', '101', null],
  ['revenue', '5000', 500_000],
  ['revenue', '1,250.50', 125_050],
  ['revenue', '1250,50', 125_050],
  ['revenue', '12.345', 1_234_500],
  ['revenue', '', null],
] as const)('%s %j is %j', (metric, typed, target) => {
  expect(targetOf(metric, typed, 'USD')).toBe(target);
});

test('a currency without a fraction has none in its goal', () => {
  expect(targetOf('revenue', '50,000', 'JPY')).toBe(50_000);
  expect(targetOf('revenue', '1.250', 'KWD')).toBe(1_250);
});
