// Two real workers send to a scripted mail server while processes are killed, stopped and frozen, the database goes away
// and readers leave. After every run the ledger is held against what the server saw: nobody lost, nobody twice, and
// whoever is in doubt is named. `pnpm faults core [seed] [part of a name] [seeds]`.
import { randomInt } from 'node:crypto';
import type { Figure } from '../bench/figures.ts';
import { createRandom } from './random.ts';
import { createSendHarness, type SendHarness } from './send-harness.ts';
import { type Fault, play } from './send-play.ts';
import { crashFaults } from './send-crashes.ts';
import { databaseFaults } from './send-database.ts';
import { holdFaults } from './send-holds.ts';
import { rateLimitFault } from './send-rate-limit.ts';
import { ruleFaults } from './send-rules.ts';
import { serverFaults } from './send-server.ts';

const seeds = Number(process.argv[5] ?? 3);

/** Played beside each other, each group with a database and workers of its own: most of the time they wait. */
const groups: Fault[][] = [
  crashFaults,
  [...serverFaults, ...ruleFaults, ...holdFaults],
  databaseFaults,
  [rateLimitFault],
];

export async function run(): Promise<Figure[]> {
  const first = Number(process.argv[3] ?? randomInt(2 ** 31));
  const only = process.argv[4] ?? '';
  const chosen = groups.map((faults) => faults.filter(({ name }) => name.includes(only)));
  const started = performance.now();
  const figures = await Promise.all(
    chosen.filter((faults) => faults.length > 0).map((faults) => runGroup(faults, first)),
  );
  const minutes = (performance.now() - started) / 60_000;
  return [...figures.flat(), { values: { minutes: minutes.toFixed(1), goal: 12 }, ok: minutes <= 12 }];
}

async function runGroup(faults: readonly Fault[], first: number): Promise<Figure[]> {
  const harness = await createSendHarness();
  try {
    await harness.workers.keep(2);
    const figures: Figure[] = [];
    for (const fault of faults) figures.push(await playWithSeeds(harness, fault, first));
    figures.push({ values: { crashed_by_themselves: harness.workers.crashes() }, ok: harness.workers.crashes() === 0 });
    return figures;
  } finally {
    await harness.close();
  }
}

/** A figure for each fault: the worst of its runs. */
async function playWithSeeds(harness: SendHarness, fault: Fault, first: number): Promise<Figure> {
  const runs: Awaited<ReturnType<typeof play>>[] = [];
  for (let seed = first; seed < first + Math.min(seeds, fault.seeds ?? seeds); seed += 1) {
    const played = await play(harness, fault, createRandom(seed));
    const words = played.wrong.length === 0 ? 'clean' : played.wrong.join('; ');
    console.log(
      `${fault.name} seed ${seed}: ${JSON.stringify(played.byState)} in ${played.seconds.toFixed(1)} s, ${words}`,
    );
    runs.push(played);
  }
  const most = (pick: (played: (typeof runs)[number]) => number) => Math.max(...runs.map(pick));
  return {
    values: {
      fault: fault.name.replaceAll(' ', '_'),
      runs: runs.length,
      uncertain: most(({ byState }) => byState['uncertain'] ?? 0),
      allowed: fault.uncertain ?? 0,
      seconds: most(({ seconds }) => seconds).toFixed(1),
      broken: runs.reduce((sum, { wrong }) => sum + wrong.length, 0),
    },
    ok: runs.every(({ wrong }) => wrong.length === 0),
  };
}
