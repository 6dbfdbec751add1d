import { describe, expect, test } from 'vitest';
import { mannWhitney, median } from './statistics.ts';

describe('the statistics of the timing tests', () => {
  test('find the middle of odd and even lists', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([1, 9, 3, 5])).toBe(4);
  });

  test('tell two groups apart that differ, and not two that do not', () => {
    const steps = Array.from({ length: 200 }, (_, at) => at % 20);

    expect(mannWhitney(steps, steps.toReversed())).toBeGreaterThan(0.9);
    expect(
      mannWhitney(
        steps,
        steps.map((step) => step + 3),
      ),
    ).toBeLessThan(0.001);
  });

  test('agree with a worked example', () => {
    // U = 5 for groups of 6 and 6: z = 2.0817, p = 0.0374 by the normal approximation.
    expect(mannWhitney([1, 2, 3, 4, 7, 9], [5, 6, 8, 10, 11, 12])).toBeCloseTo(0.0374, 3);
  });
});
