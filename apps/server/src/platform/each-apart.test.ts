import { expect, test } from 'vitest';
import { eachApart } from './each-apart.ts';

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const tooLong = Object.assign(new Error('canceling statement'), { severity: 'ERROR', code: '57014' });

/** Which were worked on, and what was thrown. */
async function run(failing: Record<number, unknown>, signal?: AbortSignal) {
  const seen: number[] = [];
  const thrown = await eachApart([1, 2, 3], signal, async (item) => {
    seen.push(item);
    if (item in failing) throw failing[item];
  }).catch((error: unknown) => error);
  return { seen, thrown };
}

test('a row that fails is passed over, and told when the others are done', async () => {
  const bad = new TypeError('cannot read this');
  const { seen, thrown } = await run({ 1: bad, 2: tooLong });

  expect(seen).toEqual([1, 2, 3]);
  expect(thrown).toMatchObject({ message: '2 of 3 failed', errors: [bad, tooLong] });
  expect(await run({})).toEqual({ seen: [1, 2, 3], thrown: undefined });
});

test('a database that is away is not asked for each', async () => {
  expect(await run({ 1: away })).toEqual({ seen: [1], thrown: away });
});

test('a loop that is stopped goes no further', async () => {
  const stopping = new AbortController();
  const seen: number[] = [];
  await eachApart([1, 2, 3], stopping.signal, async (item) => {
    seen.push(item);
    if (item === 2) stopping.abort();
  });

  expect(seen).toEqual([1, 2]);
});
