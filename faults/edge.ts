// People go on scanning while the database stops, is killed, and comes back, and while the edge itself is killed: nobody is
// turned away, nothing is recorded twice, and what is lost is no more than the last moment before the edge was killed.
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, type Postgres, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { makeCodes, metricOf, startEdge } from '../bench/edge-process.ts';
import type { Figure } from '../bench/figures.ts';
import { answering } from '../bench/server.ts';
import { createRandom } from './random.ts';
import { type Scans, startScanning } from './scans.ts';

const codeCount = 2_000;
const perSecond = 400;
const awaySeconds = 30;
const kills = 6;
/** Milliseconds before the kill within which an answered scan may be lost. */
const windowGoal = 50;

type Scene = {
  postgres: Postgres;
  origin: string;
  metricsPort: number;
  codes: string[];
  random: () => number;
  start: () => Promise<ChildProcess>;
};

export async function run(): Promise<Figure[]> {
  const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const postgres = await startPostgres({ durable: true });
  const folder = mkdtempSync(join(tmpdir(), 'waggle-edge-'));
  const children: ChildProcess[] = [];
  try {
    await migrate(postgres.ownerUrl(), () => {});
    const codes = await makeCodes(postgres.ownerUrl(), codeCount, random);
    const [port, metricsPort] = [await freePort(), await freePort()];
    const origin = `http://127.0.0.1:${port}`;
    const start = async () => {
      const child = startEdge({ port, metricsPort, databaseUrl: postgres.appUrl(), folder });
      children.push(child);
      await answering(`${origin}/readyz`);
      return child;
    };
    return await play({ postgres, origin, metricsPort, codes, random, start });
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await postgres.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function play(scene: Scene): Promise<Figure[]> {
  const { postgres, origin, metricsPort, codes, random, start } = scene;
  let edge = await start();
  await pause(2_000);
  const scans = startScanning({ origin, codes, perSecond, random });

  await pause(3_000);
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    await postgres.stop(signal);
    await pause(awaySeconds * 1_000);
    const spooled = await metricOf(metricsPort, 'inbox_spooled{');
    await postgres.start();
    const seconds = await emptied(metricsPort);
    console.log(
      `database ended by ${signal} for ${awaySeconds} s: ${spooled} events on disk, told ${seconds} s after it was back`,
    );
  }
  await postgres.stop('SIGQUIT');
  const killed: number[] = [];
  let refusedByKills = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(1_500 + random() * 1_000);
    const before = scans.refused();
    killed.push(await killWhileAnswering(edge, scans));
    refusedByKills += scans.refused() - before;
    edge = await start();
    scans.resume();
  }
  await pause(2_000);
  await postgres.start();
  await emptied(metricsPort);
  await scans.stop();
  await pause(1_000);
  await emptied(metricsPort);
  return [await fakeSmtp(postgres.ownerUrl(), scans, scans.refused() - refusedByKills, killed)];
}

/** The kill comes in the midst of answers; nobody asks again before the edge is back. */
async function killWhileAnswering(edge: ChildProcess, scans: Scans): Promise<number> {
  const gone = new Promise((resolve) => edge.once('exit', resolve));
  const at = performance.now();
  edge.kill('SIGKILL');
  await gone;
  await scans.hold();
  return at;
}

async function emptied(metricsPort: number): Promise<string> {
  const started = performance.now();
  while ((await metricOf(metricsPort, 'inbox_spooled{').catch(() => -1)) !== 0) await pause(200);
  return ((performance.now() - started) / 1_000).toFixed(1);
}

/** Each scan carries a number of its own as its user agent, so that the rows say which of them were recorded. */
async function fakeSmtp(ownerUrl: string, scans: Scans, failed: number, killed: readonly number[]): Promise<Figure> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ scan: string; times: number }>(
    "select payload ->> 'userAgent' as scan, count(*)::int as times from inbox_events group by 1",
  );
  await owner.end();
  const recorded = new Set(rows.map(({ scan }) => Number(scan.replace('scan ', ''))));
  const doubled = rows.filter(({ times }) => times > 1).length;
  const lost = [...scans.answered].filter(([scan]) => !recorded.has(scan)).map(([, at]) => age(at, killed));
  const byKill = lost.filter((ms) => ms <= windowGoal);
  return {
    values: {
      redirects: scans.answered.size,
      failed,
      doubled,
      lost: lost.length - byKill.length,
      kills,
      lost_by_kills: byKill.length,
      oldest_lost_ms: Math.max(0, ...lost).toFixed(1),
      goal_ms: windowGoal,
    },
    ok: failed === 0 && doubled === 0 && lost.length === byKill.length,
  };
}

/** Milliseconds from an answer to the kill it may have been lost by. An answer on its way at that moment arrives later. */
const age = (answeredAt: number, killed: readonly number[]): number =>
  Math.max(0, (killed.find((at) => at > answeredAt - 500) ?? Number.POSITIVE_INFINITY) - answeredAt);
