import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fuzz } from './fuzz/loop.ts';
import { must, type Target } from './fuzz/target.ts';
import { targets } from './fuzz/targets.ts';
import { createRandom } from './random.ts';

describe('B23 readers of what strangers write', () => {
  test.for(Object.keys(targets))('%s keeps its word for every input kept from earlier runs', async (name) => {
    const target = await targets[name]!();
    const file = new URL(`fuzz/corpus/${name}.json`, import.meta.url);
    const kept = (JSON.parse(readFileSync(file, 'utf8')) as string[]).map((text) => Buffer.from(text, 'base64'));

    for (const input of [...target.seeds.map((text) => Buffer.from(text)), ...kept]) await target.check(input);

    expect(kept.length).toBeGreaterThan(0);
  });

  test('a promise that two letters in a row break is found, from a seed without any of them', async () => {
    const target: Target = {
      name: 'planted',
      seeds: ['seed'],
      tokens: ['<', '%', '"', '{', '}', '='],
      longest: 20,
      check: (input) => must(!input.toString().includes('<%'), 'no such letters'),
    };

    const { findings } = await fuzz(target, { seconds: 10, random: createRandom(1), mostFindings: 1 });

    expect(findings.map(({ why }) => why)).toEqual(['Error: no such letters']);
  });
});
