import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const limits = { most: 3, mostPerKey: 2, waitingPerKey: 2, waitMs: 200 };

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: () => resolve(), task: () => promise };
}

test('P12: one key runs as many as it may, and another gets its place at once', async () => {
  const queue = createFairQueue(limits);
  const { open, task } = gate();
  const order: string[] = [];
  const own = [1, 2, 3, 4].map((each) => queue.run('a', task).then(() => order.push(`a${each}`)));

  await expect(queue.run('a', task)).rejects.toMatchObject({ code: 'too_many_requests' });
  await queue.run('b', async () => order.push('b'));
  open();
  await Promise.all(own);

  expect(order).toEqual(['b', 'a1', 'a2', 'a3', 'a4']);
});

test('S2: when every place is taken, others are told that the service is busy and not that they asked too much', async () => {
  const queue = createFairQueue({ ...limits, most: 2 });
  const { open, task } = gate();
  const running = [queue.run('a', task), queue.run('a', task)];

  await expect(queue.run('a', task)).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(queue.run('b', task)).rejects.toMatchObject({ code: 'overloaded', retryAfter: 5 });
  open();
  await Promise.all(running);
});

test('a place that becomes free goes to the key that has the fewest', async () => {
  const queue = createFairQueue({ ...limits, waitMs: 5_000 });
  const order: string[] = [];
  const slow = [queue.run('a', () => pause(50)), queue.run('a', () => pause(50)), queue.run('b', () => pause(100))];
  const waiting = ['b', 'c'].map((key) => queue.run(key, async () => order.push(key)));

  await Promise.all([...slow, ...waiting]);

  expect(order).toEqual(['c', 'b']);
});

test('a task that fails gives its place back', async () => {
  const queue = createFairQueue({ ...limits, most: 1 });

  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(await queue.run('a', async () => 1)).toBe(1);
});

/** Long beside the pauses below, so that a busy machine does not turn a burst into a standing queue. */
const shed = { burstMs: 1_000, targetMs: 10 };

test('L16: a burst may wait; a queue that stays is refused, and whoever comes until it is worked off', async () => {
  const queue = createFairQueue({ ...limits, waitMs: 5_000, shed });
  const { open, task } = gate();
  const running = ['a', 'b', 'c'].map((key) => queue.run(key, task));
  const waiting = queue.run('d', task);
  await pause(20);
  const early = queue.isShedding();
  await pause(shed.burstMs);

  const standing = queue.isShedding();
  await expect(waiting).rejects.toMatchObject({ code: 'overloaded', retryAfter: 5 });
  open();
  await Promise.all(running);

  expect([early, standing, queue.isShedding()]).toEqual([false, true, false]);
});

test('L16: while others are refused, a queue that grows again does not count as a new burst', async () => {
  const queue = createFairQueue({ ...limits, waitMs: 5_000, shed });
  const { open, task } = gate();
  const running = ['a', 'b', 'c'].map((key) => queue.run(key, task));
  const early = queue.run('d', task);
  await pause(shed.burstMs + 50);
  const standing = queue.isShedding();
  await expect(early).rejects.toMatchObject({ code: 'overloaded' });
  const late = queue.run('e', task);
  await pause(30);

  await expect(queue.run('f', task)).rejects.toMatchObject({ code: 'overloaded' });
  open();
  await Promise.all([...running, late]);

  expect(standing).toBe(true);
});

test('L16: who waits for a place of its own does not make the process late', async () => {
  const queue = createFairQueue({ ...limits, waitMs: 5_000, shed });
  const { open, task } = gate();
  const own = [1, 2, 3].map(() => queue.run('a', task));
  await pause(100);

  await queue.run('b', async () => {});

  expect(queue.isShedding()).toBe(false);
  open();
  await Promise.all(own);
});
