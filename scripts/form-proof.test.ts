import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { firstWord, whole } from '../packages/form-page/src/sha256.ts';
import { solve } from '../packages/form-page/src/solve.ts';

test('agrees with the SHA-256 of the platform', () => {
  for (let length = 0; length <= 55; length += 1) {
    const text = 'a8.f-0 z'.repeat(7).slice(0, length);
    const expected = hash('sha256', text, 'hex');
    expect(whole(text)).toBe(expected);
    expect(firstWord(text)).toBe(Number.parseInt(expected.slice(0, 8), 16));
  }
  expect(() => whole('x'.repeat(56))).toThrow('55');
});

test('finds the number of a challenge, and none where there is none', async () => {
  const salt = '0197e5a0-0000-7000-8000-000000000001.';
  const target = hash('sha256', `${salt}4711`, 'hex');
  const challenge = { text: `${salt}5000.${target}.signature`, salt, target, most: 5_000 };
  expect(await solve(challenge)).toBe(`${challenge.text}.4711`);
  expect(await solve({ ...challenge, most: 4_000 })).toBeUndefined();
});
