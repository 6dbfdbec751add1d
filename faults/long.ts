// Fifty thousand readers and three workers; every five seconds one of them is killed, and once the database restarts.
// `pnpm faults long [seed]`.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startFakeSmtp } from '../apps/server/test/sending/fake-smtp.ts';
import type { Figure } from '../bench/figures.ts';
import { createRandom } from './random.ts';
import { createSendHarness, until } from './send-harness.ts';
import { invariants } from './send-invariants.ts';
import { isCompleted, send } from './send-play.ts';

const people = 50_000;
const workers = 3;
const sendWorkers = 10;
const killEveryMs = 5_000;

export async function run(): Promise<Figure[]> {
  const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const harness = await createSendHarness();
  // Slow enough that the campaign lives through a dozen deaths.
  const fakeSmtp = await startFakeSmtp({ beforeAnswer: () => pause(20 + random() * 40) });
  try {
    await harness.workers.keep(workers);
    const mailed = await harness.draft(await harness.organization(people, fakeSmtp.port));
    const started = performance.now();
    await send({ ...mailed, harness, fakeSmtp, random, reached: async () => {} });

    let kills = 0;
    let restarted = false;
    while (!(await isCompleted(harness, mailed).catch(() => false))) {
      await pause(killEveryMs);
      if (fakeSmtp.received.length >= people - 500) break;
      await harness.workers.kill(Math.floor(random() * workers));
      kills += 1;
      if (restarted || fakeSmtp.received.length < people / 2) continue;
      restarted = true;
      await harness.postgres.stop('SIGINT');
      await harness.postgres.start();
    }
    await until('the end', () => isCompleted(harness, mailed), 120);
    const seconds = (performance.now() - started) / 1_000;
    const { byState, wrong } = await invariants(harness, mailed, fakeSmtp.received);
    for (const sentence of wrong) console.log(sentence);
    const { accepted = 0, uncertain = 0 } = byState;
    return [
      {
        values: {
          people,
          accepted,
          uncertain,
          allowed: kills * sendWorkers,
          kills,
          restarts: Number(restarted),
          lost: people - accepted - uncertain,
          seconds: seconds.toFixed(0),
          broken: wrong.length,
        },
        ok: wrong.length === 0 && uncertain <= kills * sendWorkers && accepted + uncertain === people && restarted,
      },
      { values: { crashed_by_themselves: harness.workers.crashes() }, ok: harness.workers.crashes() === 0 },
    ];
  } finally {
    await harness.close();
    await fakeSmtp.close();
  }
}
