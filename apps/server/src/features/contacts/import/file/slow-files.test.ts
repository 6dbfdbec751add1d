import { expect, test } from 'vitest';
import { longestHold } from '../../../../../test/harness/event-loop.ts';
import { readFile } from './file-harness.ts';

/** Bytes as they come out of the database at a time. */
const piece = 512 * 1024;

test.each([
  ['one quote that never ends', `email\n"${'a,'.repeat(2_000_000)}`],
  ['4,000,000 quotes', `email\n${'"'.repeat(4_000_000)}`],
  ['one line without an end', `email${'\u0301'.repeat(2_000_000)}`],
  ['2,000,000 rows of one comma', `email,a\n${',\n'.repeat(2_000_000)}`],
  ['200 columns and 19,000 rows', `email${',a'.repeat(199)}\n${`a@b.example${','.repeat(199)}\n`.repeat(19_000)}`],
])('T11: a file of %s holds the event loop for less than 100 ms', async (_, text) => {
  const bytes = Buffer.from(text);

  const hold = await longestHold(() => readFile(bytes, piece).catch(() => {}));

  expect(hold).toBeLessThan(100);
});

test('T11: twelve files that are read at the same time leave others a turn after each slice', async () => {
  const bytes = Buffer.from(`email${',a'.repeat(199)}\n${`a@b.example${','.repeat(199)}\n`.repeat(4_000)}`);

  const hold = await longestHold(() => Promise.all(Array.from({ length: 12 }, () => readFile(bytes, piece))));

  expect(hold).toBeLessThan(30);
});
