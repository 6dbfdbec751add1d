import { writeFileSync } from 'node:fs';
import { watchCoverage } from './coverage.ts';
import { mutate } from './mutate.ts';
import type { Target } from './target.ts';

export type Fuzzed = {
  executions: number;
  /** Blocks of our code that ran. */
  blocks: number;
  /** Inputs that each reach something no smaller one does. */
  corpus: Buffer[];
  findings: { input: Buffer; why: string }[];
};

/** Asking for coverage costs more than most runs, so it is asked for after a few, and these are told apart when it is new. */
const batch = 16;
/** Milliseconds of the process itself that one input may take. */
const longestMs = 1_000;

type Options = {
  seconds: number;
  random: () => number;
  kept?: readonly Buffer[];
  mostFindings?: number;
  /** Where the input stands that is being run, for whoever has to end this process. */
  runningFile?: string;
};

/** Changes inputs that reached something new, again and again, until the time is over or enough was found. */
export async function fuzz(
  target: Target,
  { seconds, random, kept = [], mostFindings = 5, runningFile }: Options,
): Promise<Fuzzed> {
  const takeCoverage = watchCoverage((url) => /\/(apps|packages)\/.*\.ts$/.test(url) && !url.includes('test'));
  const seen = new Set<number>();
  const corpus: Buffer[] = [];
  const findings = new Map<string, Buffer>();
  let executions = 0;

  async function execute(input: Buffer, mostMs = longestMs): Promise<void> {
    executions += 1;
    if (runningFile) writeFileSync(runningFile, input);
    const before = process.cpuUsage();
    try {
      await target.check(input);
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1_000 > mostMs) findings.set('takes more than a second', input);
    } catch (error) {
      const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      if (!findings.has(why)) findings.set(why, input);
    }
  }
  const isNew = (): boolean => takeCoverage().some((block) => !seen.has(block));
  async function keepIfNew(input: Buffer): Promise<void> {
    takeCoverage();
    await execute(input);
    const fresh = takeCoverage().filter((block) => !seen.has(block));
    if (fresh.length === 0) return;
    for (const block of fresh) seen.add(block);
    corpus.push(input);
  }

  const seeds = target.seeds.map((text) => Buffer.from(text));
  // The first run loads what is loaded late, and is not measured.
  for (const input of seeds) await execute(input, Number.POSITIVE_INFINITY);
  for (const input of [...seeds, ...kept]) await keepIfNew(input);
  // Of code that is one regular expression all inputs reach the same; the seeds differ all the same.
  const pool = (): readonly Buffer[] => (random() < 0.3 ? seeds : corpus);
  const pick = (): Buffer => {
    const inputs = pool();
    return inputs[Math.floor(random() * inputs.length)] ?? Buffer.alloc(0);
  };
  for (const end = Date.now() + seconds * 1_000; Date.now() < end && findings.size < mostFindings;) {
    const inputs = Array.from({ length: batch }, () => mutate(pick(), pick(), target, random));
    takeCoverage();
    for (const input of inputs) await execute(input);
    if (isNew()) for (const input of inputs) await keepIfNew(input);
  }
  return {
    executions,
    blocks: seen.size,
    corpus,
    findings: [...findings].map(([why, input]) => ({ why, input })),
  };
}
