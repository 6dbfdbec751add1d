// Five readers of what strangers write, each run in a process of its own with inputs that are changed wherever a change reached
// new code: nothing may throw but what is said in words, nothing may hang, and what is written must read back.
// `pnpm faults fuzz [seconds each] [target] [seed] [keep]`; `keep` saves the inputs that reached most into faults/fuzz/corpus.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../bench/figures.ts';
import { targets } from './fuzz/targets.ts';

/** Seconds beyond its time after which a target has hung; the input it was reading is the finding. */
const patience = 30;
/** Inputs kept for the next run of a target, the smallest first. */
const mostKept = 60;

type Answer = { executions: number; blocks: number; corpus: string[]; findings: { why: string; input: string }[] };

export async function run(): Promise<Figure[]> {
  const [seconds = '60', only = '', seed = String(randomInt(2 ** 31)), keep] = process.argv.slice(3);
  console.log(`seed ${seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'waggle-fuzz-'));
  try {
    const figures: Figure[] = [];
    for (const name of Object.keys(targets).filter((one) => one.includes(only))) {
      const answer = await fuzzed(name, Number(seconds), seed, join(folder, name));
      for (const { why, input } of answer.findings)
        console.log(`${name}: ${why}: ${JSON.stringify(Buffer.from(input, 'base64').toString('latin1'))}`);
      if (keep) save(name, answer.corpus);
      figures.push(figureOf(name, answer));
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const figureOf = (target: string, { executions, blocks, corpus, findings }: Answer): Figure => ({
  values: { target, executions, blocks, corpus: corpus.length, findings: findings.length },
  ok: findings.length === 0 && executions > 0,
});

/** The answer of the process, or what it was reading when it hung or died. */
async function fuzzed(name: string, seconds: number, seed: string, runningFile: string): Promise<Answer> {
  const file = new URL('fuzz/process.ts', import.meta.url).pathname;
  const child = spawn('node', [file, name, String(seconds), seed, runningFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const tooLate = setTimeout(() => child.kill('SIGKILL'), (seconds + patience) * 1_000);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(tooLate);
  if (said.endsWith('}')) return JSON.parse(said) as Answer;
  const why = child.signalCode ? 'hangs' : `the process ended with ${child.exitCode}`;
  return { executions: 0, blocks: 0, corpus: [], findings: [{ why, input: readFileSync(runningFile, 'base64') }] };
}

function save(name: string, corpus: readonly string[]): void {
  const smallest = corpus.toSorted((a, b) => a.length - b.length).slice(0, mostKept);
  writeFileSync(new URL(`fuzz/corpus/${name}.json`, import.meta.url), `${JSON.stringify(smallest, null, 2)}\n`);
}
