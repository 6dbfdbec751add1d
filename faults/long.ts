// Fifty thousand readers and three workers; every five seconds one of them is killed, and once the database restarts.
// `pnpm faults long [seed]`.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startJudge } from '../apps/server/test/sending/judge.ts';
import type { Figure } from '../bench/figures.ts';
import { createRandom } from './random.ts';
import { createSendBed, until } from './send-bed.ts';
import { invariants } from './send-invariants.ts';
import { isCompleted, send } from './send-play.ts';

const people = 50_000;
const workers = 3;
const lanes = 10;
const killEveryMs = 5_000;

export async function run(): Promise<Figure[]> {
  const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const bed = await createSendBed();
  // Slow enough that the campaign lives through a dozen deaths.
  const judge = await startJudge({ beforeAnswer: () => pause(20 + random() * 40) });
  try {
    await bed.workers.keep(workers);
    const mailed = await bed.draft(await bed.organization(people, judge.port));
    const started = performance.now();
    await send({ ...mailed, bed, judge, random, reached: async () => {} });

    let kills = 0;
    let restarted = false;
    while (!(await isCompleted(bed, mailed).catch(() => false))) {
      await pause(killEveryMs);
      if (judge.received.length >= people - 500) break;
      await bed.workers.kill(Math.floor(random() * workers));
      kills += 1;
      if (restarted || judge.received.length < people / 2) continue;
      restarted = true;
      await bed.postgres.stop('SIGINT');
      await bed.postgres.start();
    }
    await until('the end', () => isCompleted(bed, mailed), 120);
    const seconds = (performance.now() - started) / 1_000;
    const { byState, wrong } = await invariants(bed, mailed, judge.received);
    for (const sentence of wrong) console.log(sentence);
    const { accepted = 0, uncertain = 0 } = byState;
    return [
      {
        values: {
          people,
          accepted,
          uncertain,
          allowed: kills * lanes,
          kills,
          restarts: Number(restarted),
          lost: people - accepted - uncertain,
          seconds: seconds.toFixed(0),
          broken: wrong.length,
        },
        ok: wrong.length === 0 && uncertain <= kills * lanes && accepted + uncertain === people && restarted,
      },
      { values: { crashed_by_themselves: bed.workers.crashes() }, ok: bed.workers.crashes() === 0 },
    ];
  } finally {
    await bed.close();
    await judge.close();
  }
}
