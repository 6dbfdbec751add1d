import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { patternsIn, patternsOf } from './patterns.ts';

// Its own JavaScript, in this thread: no Java, no program of one system.
process.env['RECHECK_BACKEND'] = 'pure';
const { check } = await import('recheck');

/** Patterns whose text is only known at run time, each with the reason why it is harmless. */
const exceptions = new Map([
  ['apps/server/src/features/campaigns/content/placeholders.ts', 'a fixed random word, then digits and one letter'],
  ['apps/server/src/features/links/offensive-words.ts', 'a list of plain words'],
  ['apps/web/src/lib/sentence-patterns.ts', 'our own sentences, in the browser of whoever reads them'],
]);

it('T31: no regular expression of ours takes longer than linear time', { timeout: 300_000 }, async () => {
  const patterns = patternsIn(fileURLToPath(new URL('..', import.meta.url)));
  const judged = new Map<string, Promise<string>>();
  const judge = async ({ source, flags }: { source: string; flags: string }) => {
    const verdict = await check(source, flags, { timeout: 60_000 });
    return verdict.status === 'vulnerable' ? `vulnerable: ${verdict.complexity.summary}` : verdict.status;
  };

  const bad: string[] = [];
  for (const { file, line, source, flags } of patterns) {
    const verdict = source === null ? 'not a constant' : await keep(judged, `${source}/${flags}`, { source, flags });
    if (verdict !== 'safe' && !(source === null && exceptions.has(file))) bad.push(`${file}:${line} ${verdict}`);
  }

  expect(patterns.length).toBeGreaterThan(200);
  expect(bad).toEqual([]);

  function keep(known: Map<string, Promise<string>>, key: string, pattern: { source: string; flags: string }) {
    const verdict = known.get(key) ?? judge(pattern);
    known.set(key, verdict);
    return verdict;
  }
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
