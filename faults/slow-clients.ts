// A thousand clients that send one byte a second, of their headers or of a body, to the api and to the edge, while others
// use them normally: those notice little, and every slow connection is cut. `pnpm faults slow-clients [connections] [seconds]`.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { scenarios } from '../apps/server/db/seed/scenarios.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { visit } from '../bench/closed-loop.ts';
import { makeCodes, startEdge } from '../bench/edge-process.ts';
import { type Figure, median } from '../bench/figures.ts';
import { scanAll } from '../bench/redirect-load.ts';
import { answering, signIn, startApi } from '../bench/server.ts';
import { createRandom } from './random.ts';

const connections = Number(process.argv[3] ?? 1_000);
/** Longer than a slow connection may live, so that each is seen to end. */
const seconds = Number(process.argv[4] ?? 45);
const goals = { times: 2, cutSeconds: 30 };
/** People who use it meanwhile, and rounds of their measurement. */
const users = 4;
const roundSeconds = 4;

type Role = { name: string; port: number; /** Milliseconds. */ p99: () => number };

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const folder = mkdtempSync(join(tmpdir(), 'waggle-slow-'));
  const children: ChildProcess[] = [];
  try {
    await migrate(postgres.ownerUrl(), () => {});
    const database = openDatabase({
      DATABASE_URL: postgres.appUrl(),
      DATABASE_POOL_SIZE: 2,
      DATABASE_STATEMENT_TIMEOUT_MS: 5_000,
    });
    await scenarios['demo']!(database);
    await database.close();
    const codes = await makeCodes(postgres.ownerUrl(), 1_000, createRandom(7));
    const [apiPort, edgePort] = [await freePort(), await freePort()];
    const [api, edge] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${edgePort}`];
    children.push(startApi(apiPort, postgres.appUrl(), await freePort()));
    children.push(startEdge({ port: edgePort, metricsPort: await freePort(), databaseUrl: postgres.appUrl(), folder }));
    const cookie = await signIn(api);
    await answering(`${edge}/healthz`);
    const roles: Role[] = [
      {
        name: 'api',
        port: apiPort,
        p99: () => visit(api, { cookie, paths: ['/api/organization'], users, seconds: roundSeconds }).p99,
      },
      { name: 'edge', port: edgePort, p99: () => scanAll(edge, codes, roundSeconds, { connections: users }).p99 },
    ];

    const figures: Figure[] = [];
    for (const role of roles) for (const kind of ['headers', 'body']) figures.push(await attack(role, kind));
    return figures;
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await postgres.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Before, meanwhile and after: work of others on the machine falls on the base as well. */
async function attack({ name, port, p99 }: Role, kind: string): Promise<Figure> {
  p99();
  const base = [p99(), p99(), p99()];
  const { child, report } = startCrowd(port, kind);
  await pause(2_000);
  const meanwhile: number[] = [];
  while (child.exitCode === null && meanwhile.length < (seconds - 5) / (roundSeconds + 1)) {
    meanwhile.push(p99());
    await pause(50);
  }
  const { most, cut, longest } = await report;
  base.push(p99(), p99(), p99());
  const times = median(meanwhile) / median(base);
  return {
    values: {
      role: name,
      slow: kind,
      connections: most,
      cut,
      longest_s: longest.toFixed(1),
      cut_goal: goals.cutSeconds,
      p99_ms: median(meanwhile).toFixed(1),
      base_ms: median(base).toFixed(1),
      times: times.toFixed(2),
      goal: goals.times,
    },
    // The crowd counts seconds by its own clock and may wait for the processor.
    ok: times <= goals.times && longest <= goals.cutSeconds + 1 && most >= connections * 0.95 && cut > 0,
  };
}

type Report = { most: number; cut: number; longest: number };

function startCrowd(port: number, kind: string): { child: ChildProcess; report: Promise<Report> } {
  const child = spawn('node', ['slow-clients-crowd.ts', String(port), kind, String(connections), String(seconds)], {
    cwd: new URL('.', import.meta.url).pathname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const report = new Promise<Report>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as Report));
  });
  return { child, report };
}
