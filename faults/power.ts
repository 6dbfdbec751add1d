// F48. A machine that loses its power in the middle of a campaign: every process of the product and of PostgreSQL is killed in
// the same moment, started again, and must finish: nobody lost, nobody twice, in doubt only who was in flight. The files survive, as they do on a
// disk that keeps what it acknowledged. `pnpm faults power [seed]`.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sendCampaign } from '../apps/server/src/features/campaigns/lifecycle.ts';
import type { Figure } from '../bench/figures.ts';
import { createRandom } from './random.ts';
import { createRestoreHarness, tenantOf, isHeld, received, type RestoreHarness } from './restore-harness.ts';
import { until } from './send-harness.ts';
import { invariants } from './send-invariants.ts';
import { isCompleted, sendWorkers } from './send-play.ts';

const people = 600;
const seeds = 3;
const losses = 2;
/** Milliseconds the mail server thinks about a mail: long enough that the power goes in the middle. */
const answerMs = 60;
/** Two workers with as many connections each. */
const inFlight = 2 * sendWorkers;

export async function run(): Promise<Figure[]> {
  const first = Number(process.argv[3] ?? randomInt(2 ** 31));
  const figures: Figure[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) figures.push(await play(seed));
  return figures;
}

async function play(seed: number): Promise<Figure> {
  const random = createRandom(seed);
  const harness = await createRestoreHarness({ beforeAnswer: () => pause(answerMs) });
  try {
    await harness.machines.startAll();
    const { organizationId } = await tenantOf(harness, people);
    const mailed = await harness.draft(organizationId);
    await sendCampaign(harness.campaigns, harness.contextOf(mailed), mailed.campaignId);
    const said: string[] = [];
    let seconds = 0;
    for (let loss = 1; loss <= losses; loss += 1) {
      await received(harness, Math.floor(people * (loss / (losses + 1)) * (0.6 + 0.4 * random())));
      said.push(...(await losePower(harness)));
      const started = performance.now();
      const before = harness.fakeSmtp.received.length;
      await until('mails after the power is back', () => harness.fakeSmtp.received.length > before, 60);
      seconds = Math.max(seconds, (performance.now() - started) / 1_000);
    }
    await until('the end of the campaign', () => isCompleted(harness, mailed), 120).catch((error: Error) =>
      said.push(error.message),
    );
    const { byState, wrong } = await invariants(harness, mailed, harness.fakeSmtp.received);
    const uncertain = byState['uncertain'] ?? 0;
    if (await isHeld(harness)) said.push('the installation is held');
    const broken = [...said, ...wrong];
    if (broken.length > 0) console.log(`seed ${seed}: ${broken.join('; ')}`);
    return {
      values: {
        fault: 'F48 power loss',
        seed,
        people,
        losses,
        uncertain,
        allowed: losses * inFlight,
        goesOnAfterSeconds: seconds.toFixed(1),
        broken: broken.length,
      },
      ok: broken.length === 0 && uncertain <= losses * inFlight,
    };
  } finally {
    await harness.close();
  }
}

/** Answers what was not as it should be. */
async function losePower({ machines, postgres, data }: RestoreHarness): Promise<string[]> {
  const server = postgres.pid();
  const backends = childrenOf(server);
  const gone = machines.end('SIGKILL');
  for (const pid of [server, ...backends]) kill(pid);
  await Promise.all([gone, postgres.stop('SIGKILL')]);
  const isUnclean = stateOf(data) === inProduction;
  await postgres.start();
  await machines.startAll();
  return isUnclean ? [] : ['the database was shut down and had nothing to replay'];
}

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
    .toString()
    .split('\n')
    .map(Number)
    .filter((child) => child > 0);

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Ended by itself meanwhile.
  }
}

/** What PostgreSQL's control file says of a cluster that was not shut down: at its next start the log is replayed. */
const inProduction = 6;
const stateOf = (data: string): number => readFileSync(join(data, 'global/pg_control')).readInt32LE(16);
