import { describe, expect, test, vi } from 'vitest';
import { createSharedAnswers } from './shared-answer.ts';

function setUp() {
  const clock = { now: 0 };
  return { clock, share: createSharedAnswers(() => clock.now) };
}

describe('an answer is shared', () => {
  test('by those who ask while it is computed', async () => {
    const { share } = setUp();
    const answers: ((answer: string) => void)[] = [];
    const compute = vi.fn(() => new Promise<string>((resolve) => void answers.push(resolve)));

    const both = Promise.all([share('a', compute), share('a', compute)]);
    answers[0]!('figures');

    expect(await both).toEqual(['figures', 'figures']);
    expect(compute).toHaveBeenCalledTimes(1);
  });

  test('for ten seconds after it is there, and no longer', async () => {
    const { clock, share } = setUp();
    let count = 0;
    const next = async () => (count += 1);

    await share('a', next);
    clock.now = 9_999;
    const kept = await share('a', next);
    clock.now = 10_000;

    expect([kept, await share('a', next)]).toEqual([1, 2]);
  });

  test('with nobody who looks at something else', async () => {
    const { share } = setUp();

    await share('one all metrics', async () => 'one');

    expect(await share('two all metrics', async () => 'two')).toBe('two');
    expect(await share('one client metrics', async () => 'client')).toBe('client');
  });

  test('only when it succeeded', async () => {
    const { share } = setUp();
    const failing = () => Promise.reject(new Error('busy'));

    await expect(Promise.all([share('a', failing), share('a', failing)])).rejects.toThrow('busy');

    expect(await share('a', async () => 'figures')).toBe('figures');
  });

  test('for so many and no more', async () => {
    const { share } = setUp();
    const first = vi.fn(async () => 'first');

    await share('first', first);
    for (let other = 0; other < 1_000; other += 1) await share(`other ${other}`, async () => 'other');
    await share('first', first);

    expect(first).toHaveBeenCalledTimes(2);
  });
});
