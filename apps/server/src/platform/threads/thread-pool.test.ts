import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { longestHold } from '../../../test/harness/event-loop.ts';
import { createThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

const pool = (options: Partial<ThreadPoolOptions> = {}) =>
  createThreadPool({
    entry: new URL('../../../test/threads/greedy.ts', import.meta.url),
    most: 2,
    deadlineMs: 5_000,
    heapMegabytes: 64,
    tooComplex: 'Too much.',
    ...options,
  });

test('a task is answered, and so are its problem and its bug, by a thread that goes on', async () => {
  const threads = pool({ most: 1 });

  expect(await threads.run('a', 'add', [1, 2])).toBe(3);
  await expect(threads.run('a', 'problem', null)).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'No.',
    fields: { body: 'No.' },
  });
  await expect(threads.run('a', 'bug', null)).rejects.toThrow('a bug');
  expect(await threads.run('a', 'add', [2, 2])).toBe(4);
  expect(await threads.run('a', 'secrets', null)).toEqual([]);
});

test('P4: a task that never ends is ended at its deadline, and nobody waits for it in the event loop', async () => {
  const threads = pool({ deadlineMs: 1_000 });

  const hold = await longestHold(async () => {
    await expect(threads.run('a', 'forever', null)).rejects.toMatchObject({
      code: 'too_complex',
      message: 'Too much.',
    });
  });

  expect(hold).toBeLessThan(100);
  expect(await threads.run('a', 'add', [1, 2])).toBe(3);
});

test('P4: the event loop goes before its threads where both want the same core', async () => {
  const own = getPriority();

  const priority = await pool().run<number>('a', 'priority', null);

  expect(priority).toBeGreaterThan(own);
  expect(getPriority()).toBe(own);
});

test('F30: a task that eats memory loses its thread, and the process lives', async () => {
  const threads = pool({ deadlineMs: 30_000 });

  await expect(threads.run('a', 'memory', null)).rejects.toMatchObject({ code: 'too_complex' });

  expect(await threads.run('a', 'add', [1, 2])).toBe(3);
});

test('P4: one organization cannot occupy every thread, and is refused when too many of its tasks wait', async () => {
  const threads = pool();
  const own = Array.from({ length: 9 }, () => threads.run('greedy', 'pause', 500));
  const refused = threads.run('greedy', 'add', [1, 2]);
  const other = threads.run('other', 'add', [1, 2]).then(() => performance.now());

  await expect(refused).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 2 });
  const answered = await other;
  await Promise.all(own.slice(0, 3));
  expect(answered).toBeLessThan(performance.now());
  await Promise.all(own);
});
