import { expect, test } from 'vitest';
import { rateOf } from './use-sending-rate.ts';

test('the pace is what was sent between the first and the last look, per minute', () => {
  expect(
    rateOf([
      { at: 0, done: 100 },
      { at: 10_000, done: 130 },
      { at: 30_000, done: 160 },
    ]),
  ).toBe(120);
});

test.each([
  ['one look', [{ at: 0, done: 100 }]],
  [
    'looks that are too close',
    [
      { at: 0, done: 100 },
      { at: 2_000, done: 900 },
    ],
  ],
  [
    'nothing sent in between',
    [
      { at: 0, done: 100 },
      { at: 9_000, done: 100 },
    ],
  ],
])('%s say nothing about a pace', (_, samples) => {
  expect(rateOf(samples)).toBeUndefined();
});
