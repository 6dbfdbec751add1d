import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem } from './api.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const problem = (code: string, status: number) => new ApiProblem({ code, message: code }, status);

/** Reads by a function that fails so often, and answers what came of it after a minute, with the times it was asked at. */
async function read(failures: number, error: Error) {
  const client = createQueryClient(() => {});
  const asked: number[] = [];
  const queryFn = async () => {
    asked.push(Date.now());
    if (asked.length <= failures) throw error;
    return 'read';
  };
  const started = Date.now();
  const observer = new QueryObserver(client, { queryKey: ['one'], queryFn });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  client.clear();
  return { result: observer.getCurrentResult(), waits: asked.map((at) => at - started) };
}

test.each(['overloaded', 'unavailable'])('a read that is answered with %s is asked again by itself', async (code) => {
  const { result, waits } = await read(2, problem(code, 503));
  expect(result.data).toBe('read');
  expect(waits).toHaveLength(3);
  expect(waits[1]).toBeGreaterThanOrEqual(5_000);
});

test('a server that stays busy is asked four times in a minute, and then it is said', async () => {
  const { result, waits } = await read(Infinity, problem('overloaded', 503));
  expect(result.error?.message).toBe('overloaded');
  expect(waits).toHaveLength(4);
});

test('what would be refused again is not asked again', async () => {
  for (const error of [
    problem('forbidden', 403),
    problem('failed', 500),
    problem('too_many_requests', 429),
    new Error('bug'),
  ])
    expect((await read(Infinity, error)).waits).toHaveLength(1);
});

test('a change is never sent twice by itself', async () => {
  const client = createQueryClient(() => {});
  const mutationFn = vi.fn(async () => Promise.reject(problem('overloaded', 503)));
  const change = client.getMutationCache().build(client, { mutationFn });
  await expect(change.execute(undefined)).rejects.toThrow('overloaded');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(mutationFn).toHaveBeenCalledOnce();
});

test('a list that is read for the first time while something is added to it is read again', async () => {
  const client = createQueryClient(() => {});
  const stored: string[] = [];
  const answers: (() => void)[] = [];
  // What an answer holds is what was stored when it was asked for, however late it comes.
  const queryFn = () => {
    const read = [...stored];
    return new Promise<string[]>((resolve) => answers.push(() => resolve(read)));
  };
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn });
  const stop = observer.subscribe(() => {});
  stored.push('added');
  const changed = client.invalidateQueries({ queryKey: ['list'] });
  answers.shift()!();
  await vi.advanceTimersByTimeAsync(10);
  answers.shift()?.();
  await changed;
  expect(observer.getCurrentResult().data).toEqual(['added']);
  stop();
  client.clear();
});
