// Redirects of the real edge, recorded in a real PostgreSQL, against bare Fastify answering a constant redirect in the
// same run; and for comparison Fastify with one query for each redirect.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { createRandom } from '../faults/random.ts';
import { cpuTimeOf } from './cpu-time.ts';
import { makeCodes, metricOf, profiled, settled, startBareRedirect, startEdge } from './edge-process.ts';
import { type Figure, median, ratioFigure } from './figures.ts';
import { type Redirects, scanAll } from './redirect-load.ts';
import { answering } from './server.ts';

const codeCount = 10_000;
/** Many short rounds in turns: work of others on the machine then falls on both alike. */
const rounds = 10;
const seconds = 3;

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const folder = mkdtempSync(join(tmpdir(), 'waggle-edge-'));
  const children: ChildProcess[] = [];
  try {
    await migrate(postgres.ownerUrl(), () => {});
    const codes = await makeCodes(postgres.ownerUrl(), codeCount, createRandom(7));
    const [port, metricsPort, barePort, queryPort] = await Promise.all(Array.from({ length: 4 }, () => freePort()));
    children.push(
      startEdge({ port: port!, metricsPort: metricsPort!, databaseUrl: postgres.appUrl(), folder, flags: profiled() }),
      startBareRedirect(barePort!),
      startBareRedirect(queryPort!, postgres.ownerUrl()),
    );
    const origins = [barePort, port, queryPort].map((each) => `http://127.0.0.1:${each}`);
    for (const origin of origins) await answering(`${origin}/healthz`);

    const pids = [children[0]!.pid!, children[1]!.pid!];
    const before = [...pids, postgres.pid()].map(cpuTimeOf);
    const [bare, ours] = await measure(origins.slice(0, 2), codes, rounds);
    const used = [...pids, postgres.pid()].map((pid, at) => cpuTimeOf(pid) - before[at]!);
    const [queried] = await measure(origins.slice(2), codes, 2);
    const recorded = await settled(postgres.ownerUrl(), metricsPort!);
    const answered = await metricOf(metricsPort!, 'edge_answers_total{outcome="redirected"');
    const counted = ours.reduce((sum, { requests }) => sum + requests, 0);
    console.log(
      `Fastify with a query for each: ${Math.round(median(queried.map(({ perSecond }) => perSecond)))}/s, p99 ${median(queried.map(({ p99 }) => p99)).toFixed(1)} ms`,
    );
    sayCosts(used, ours, bare);
    return [
      ratioFigure('redirects_per_s', rates(ours), rates(bare), 0.7),
      latencyFigure(ours.slice(1), bare.slice(1)),
      // What a connection was waiting for when its time was up is answered and not counted by the load.
      {
        values: { recorded, answered, counted_by_load: counted, lost: answered - recorded },
        ok: recorded === answered && counted <= answered && answered <= counted + 64 * (rounds + 1),
      },
    ];
  } finally {
    for (const child of children) child.kill(profiled().length > 0 ? 'SIGTERM' : 'SIGKILL');
    if (profiled().length > 0) await pause(3_000);
    await postgres.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first round warms up and does not count towards the figures; what it recorded does. */
async function measure(origins: readonly string[], codes: readonly string[], count: number) {
  const results: Redirects[][] = origins.map(() => []);
  for (let round = -1; round < count; round += 1) {
    for (const [at, origin] of origins.entries()) {
      results[at]!.push(scanAll(origin, codes, seconds));
      await pause(300);
    }
  }
  return results as [Redirects[], Redirects[]];
}

/** What the clock says depends on who else is at work; what a redirect costs does not. */
function sayCosts([edge = 0, bare = 0, database = 0]: number[], ours: Redirects[], bareRuns: Redirects[]): void {
  const requests = (results: Redirects[]) => results.reduce((sum, result) => sum + result.requests, 0);
  const each = (used: number, results: Redirects[]) => (used / requests(results)).toFixed(1);
  console.log(
    `processor time of one redirect: edge ${each(edge, ours)} us and PostgreSQL ${each(database, ours)} us; bare ${each(bare, bareRuns)} us`,
  );
}

const rates = (results: Redirects[]): number[] => results.slice(1).map(({ perSecond }) => perSecond);

function latencyFigure(ours: Redirects[], bare: Redirects[]): Figure {
  const times = median(ours.map(({ p99 }, round) => p99 / bare[round]!.p99));
  const [p99, bareP99] = [ours, bare].map((results) => median(results.map((result) => result.p99)).toFixed(1));
  return { values: { p99_ms: p99!, bare_ms: bareP99!, times: times.toFixed(2), goal: 3 }, ok: times <= 3 };
}
