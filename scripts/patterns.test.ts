import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { patternsIn, patternsOf } from './patterns.ts';

// Its own JavaScript, in this thread: no Java, no program of one system.
process.env['RECHECK_BACKEND'] = 'pure';
const { check } = await import('recheck');

/** Patterns whose text is only known at run time, each with the reason why it is harmless. */
const exceptions = new Map([
  ['packages/email/src/content/placeholders.ts', 'a fixed random word, then digits and one letter'],
  ['apps/server/src/features/links/offensive-words.ts', 'a list of plain words'],
  ['apps/web/src/lib/sentence-patterns.ts', 'our own sentences, in the browser of whoever reads them'],
]);

/**
 * Patterns judged safe before, in plain text so that a reviewer sees what is added. Judging all of them takes a minute:
 * `PATTERNS=all pnpm test scripts/patterns` does it and writes the list anew, `pnpm nightly` does it and compares.
 */
const list = new URL('safe-patterns.json', import.meta.url);
const writesAnew = process.env['PATTERNS'] === 'all';
const judgesAll = writesAnew || process.env['NIGHTLY'] === '1';

it('T31: no regular expression of ours takes longer than linear time', async () => {
  const patterns = patternsIn(fileURLToPath(new URL('..', import.meta.url)));
  const verdicts = new Map<string, string>(
    judgesAll ? [] : (JSON.parse(readFileSync(list, 'utf8')) as string[]).map((pattern) => [pattern, 'safe']),
  );
  const judge = async (source: string, flags: string): Promise<string> => {
    const key = `/${source}/${flags}`;
    const known = verdicts.get(key);
    if (known !== undefined) return known;
    const found = await check(source, flags, { timeout: 60_000 });
    const verdict = found.status === 'vulnerable' ? `vulnerable: ${found.complexity.summary}` : found.status;
    verdicts.set(key, verdict);
    return verdict;
  };

  const bad: string[] = [];
  for (const { file, line, source, flags } of patterns) {
    const verdict = source === null ? 'not a constant' : await judge(source, flags);
    if (verdict !== 'safe' && !(source === null && exceptions.has(file))) bad.push(`${file}:${line} ${verdict}`);
  }

  expect(patterns.length).toBeGreaterThan(200);
  expect(bad).toEqual([]);
  if (writesAnew) writeFileSync(list, `${JSON.stringify([...verdicts.keys()].toSorted(), null, 2)}\n`);
});

it('T31: patterns are found in literals and in what is built of constants', () => {
  const source = 'const a = "x+"; const b = new RegExp(`^${a}$`, "g"); const c = /y\\/z/i; new RegExp(given);';

  const found = patternsOf('a.ts', source);

  expect(found.map(({ source, flags }) => [source, flags])).toEqual([
    ['^x+$', 'g'],
    [String.raw`y\/z`, 'i'],
    [null, ''],
  ]);
});
