import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkHandlers, handle } from './handlers.ts';
import { job } from './job.ts';

const first = job('test.first', z.object({}), { class: 'sweep' });
const second = job('test.second', z.object({}), { class: 'sweep' });
const idle = async () => {};

test('every declared job with exactly one handler may start', () => {
  expect(() => checkHandlers([first, second], [handle(first, idle), handle(second, idle)])).not.toThrow();
});

test('a declared job without a handler stops the start by name', () => {
  expect(() => checkHandlers([first, second], [handle(first, idle)])).toThrow('The job "test.second" has no handler.');
});

test('two handlers for one job stop the start by name', () => {
  expect(() => checkHandlers([first], [handle(first, idle), handle(first, idle)])).toThrow(
    'The job "test.first" has 2 handlers.',
  );
});

test('a handler of an undeclared job stops the start by name', () => {
  expect(() => checkHandlers([first], [handle(first, idle), handle(second, idle)])).toThrow(
    'The handler of "test.second" belongs to no declared job.',
  );
});
