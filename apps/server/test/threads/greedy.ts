import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '../../src/platform/problem.ts';
import { serveTasks } from '../../src/platform/threads/serve-tasks.ts';

serveTasks({
  add: ([one, other]: [number, number]) => one + other,
  pause: async (milliseconds: number) => pause(milliseconds),
  forever() {
    for (;;);
  },
  memory() {
    const kept: string[] = [];
    for (;;) kept.push(`${kept.length}`.repeat(1_000));
  },
  problem() {
    throw new Problem('invalid_input', 'No.', { fields: { body: 'No.' } });
  },
  bug() {
    throw new TypeError('a bug');
  },
  priority: () => getPriority(),
  secrets: () => Object.keys(process.env),
});
