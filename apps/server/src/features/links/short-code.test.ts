import { beforeAll, describe, expect, test } from 'vitest';
import { say } from '../../../test/matrix/say.ts';
import { saysWord } from './offensive-words.ts';
import { alphabet, cellOf, newShortCode } from './short-code.ts';

describe('K9 a million short codes', () => {
  const codes = new Set<string>();
  let repeated = 0;
  beforeAll(() => {
    while (codes.size < 1_000_000) {
      const code = newShortCode(1);
      if (codes.has(code)) repeated += 1;
      codes.add(code);
    }
  }, 300_000);

  test('are all different after those that were taken were drawn again, and say nothing rude', () => {
    const rude = [...codes].filter(saysWord);

    say(`short codes: ${codes.size} different, ${repeated} drawn again, ${rude.length} with a listed word`);
    expect(rude).toEqual([]);
    // 1 in 250 runs draws one of 10^14 twice.
    expect(repeated).toBeLessThanOrEqual(1);
  });

  test('use every character in every place about equally often', () => {
    const places = Array.from({ length: 8 }, () => new Map<string, number>());
    for (const code of codes) {
      for (const [place, counts] of places.entries()) {
        const character = code[place + 2]!;
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }

    const counts = places.flatMap((counts) => alphabet.split('').map((character) => counts.get(character) ?? 0));
    const even = 1_000_000 / alphabet.length;
    const farthest = Math.max(...counts.map((count) => Math.abs(count / even - 1)));
    say(`short codes: the least even character is ${(farthest * 100).toFixed(1)} % off`);
    // Chance alone makes 3 %; the rest is letters that begin or end listed words.
    expect(farthest).toBeLessThan(0.15);
  });

  test('look like what the database takes', () => {
    const odd = [...codes].filter((code) => !/^12[1-9A-HJ-NP-Za-km-z]{8}$/.test(code));

    expect(odd).toEqual([]);
  });
});

describe('the cell of a short code', () => {
  test('is read from the code alone, for every cell', () => {
    for (let cell = 1; cell <= 255; cell += 1) expect(cellOf(newShortCode(cell))).toBe(cell);
  });

  test.each([
    '',
    '12',
    '12abcdefg',
    '12abcdefghi',
    '11abcdefgh',
    'zzabcdefgh',
    '12abcdefg0',
    '12abcdefgl',
    '12 bcdefgh',
  ])('is unknown where no cell made it: %j', (code) => {
    expect(cellOf(code)).toBeNull();
  });
});

describe('the list of words', () => {
  test.each([
    '12xxFuCKxx',
    '12xSH1Txxx',
    '12aaA55aaa',
    '12M3RDEaaa',
    '12aPUT4aaa',
    '12c0aB1TCH',
    '12aFVCKaaa',
    '12N1GGaaaa',
  ])('knows them in disguise: %s', (code) => {
    expect(saysWord(code)).toBe(true);
  });

  test.each(['12Hm4pWx7R', '12bTr9wXhZ'])('leaves others alone: %s', (code) => {
    expect(saysWord(code)).toBe(false);
  });
});
