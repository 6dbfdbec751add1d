// One target in a process of its own: `node faults/fuzz/process.ts <target> <seconds> <seed> <file of the running input>`
import { readFileSync } from 'node:fs';
import { createRandom } from '../random.ts';
import { fuzz } from './loop.ts';
import { targets } from './targets.ts';

const [name = '', seconds = '60', seed = '1', runningFile = ''] = process.argv.slice(2);
const target = await targets[name]!();
const file = new URL(`corpus/${name}.json`, import.meta.url);
const kept = (JSON.parse(readFileSync(file, 'utf8')) as string[]).map((text) => Buffer.from(text, 'base64'));
const fuzzed = await fuzz(target, { seconds: Number(seconds), random: createRandom(Number(seed)), kept, runningFile });
const base64 = (bytes: Buffer): string => bytes.toString('base64');
process.stdout.write(
  JSON.stringify({
    ...fuzzed,
    corpus: fuzzed.corpus.map(base64),
    findings: fuzzed.findings.map(({ why, input }) => ({ why, input: base64(input) })),
  }),
);
process.exit(0);
