import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkHandlers, handle } from './handlers.ts';
import { job } from './job.ts';

const first = job('test.first', z.object({}), { class: 'sweep' });
const second = job('test.second', z.object({}), { class: 'sweep' });
const idle = async () => {};

test('jobs with one handler each may start', () => {
  expect(() => checkHandlers([handle(first, idle), handle(second, idle)])).not.toThrow();
});

test('two handlers for one job stop the start by name', () => {
  const again = job('test.first', z.object({}), { class: 'sweep' });

  expect(() => checkHandlers([handle(first, idle), handle(again, idle)])).toThrow(
    'The job "test.first" has more than one handler.',
  );
});
