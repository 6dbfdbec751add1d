import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

test('no more than the limit run at once, in order, and a failure frees its place', async () => {
  const limit = createLimiter(2);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const fn = (number: number) =>
    limit(async () => {
      order.push(number);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      if (number === 2) throw new Error('failed');
    });

  await Promise.allSettled([1, 2, 3, 4, 5].map(fn));

  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});
