// From a stranger's request to a figure on a screen. First half: the real edge, which redirects and records, against a
// bare server that does nothing but record, both in groups of one commit. Second half: a worker drains what arrives.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { run as runDrain } from './drain.ts';
import { countOf, metricOf, startEdge } from './edge-process.ts';
import { type Figure, ratioFigure } from './figures.ts';
import { makeCodes } from './ingest-data.ts';
import { scanAll } from './redirect-load.ts';
import { answering } from './server.ts';

const connections = [512, 2_048];
const rounds = 7;
const seconds = 4;
const goal = 0.7;

export async function run(): Promise<Figure[]> {
  return [...(await runEdge()), ...(await runDrain())];
}

async function runEdge(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const folder = mkdtempSync(join(tmpdir(), 'waggle-ingest-'));
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl(), max: 2 });
  const children: ChildProcess[] = [];
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await owner.query(
      'create table bare_event (organization_id text not null, contact_id bigint not null, kind text not null, data jsonb not null, at timestamptz not null)',
    );
    await owner.query('create index on bare_event (organization_id, contact_id, at)');
    const codes = (await makeCodes(owner, 200, 50)).map(({ shortCode }) => shortCode);
    const [port, metricsPort, barePort] = await Promise.all([freePort(), freePort(), freePort()]);
    children.push(
      startEdge({ port, metricsPort, databaseUrl: postgres.appUrl(), folder }),
      startBare(barePort, postgres.ownerUrl()),
    );
    const origins = { bare: `http://127.0.0.1:${barePort}`, ours: `http://127.0.0.1:${port}` };
    for (const origin of Object.values(origins)) await answering(`${origin}/healthz`);

    const figures: Figure[] = [];
    for (const count of connections) figures.push(await compare(origins, codes, count));
    return [...figures, await compareRecorded(postgres.ownerUrl(), metricsPort)];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await owner.end();
    await postgres.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In turns: work of others on the machine falls on both alike. The first round warms up. */
async function compare(origins: { bare: string; ours: string }, codes: string[], count: number): Promise<Figure> {
  const rates: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] };
  for (let round = -1; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
      const { perSecond, refused } = scanAll(origins[name], codes, seconds, { connections: count, maySay503: true });
      if (round >= 0) rates[name].push(perSecond);
      console.log(`${count} connections, round ${round + 1}, ${name}: ${Math.round(perSecond)}/s, ${refused} refused`);
      await pause(500);
    }
  }
  const { values, ok } = ratioFigure('scans_per_s', rates.ours, rates.bare, goal);
  return { values: { connections: count, ...values }, ok };
}

/** Every scan the edge answered is in the inbox, once the last group and what went to the disk is told. */
async function compareRecorded(ownerUrl: string, metricsPort: number): Promise<Figure> {
  const answered = await metricOf(metricsPort, 'edge_answers_total{outcome="redirected"');
  let recorded = 0;
  for (const deadline = Date.now() + 60_000; recorded < answered && Date.now() < deadline; await pause(500)) {
    recorded = await countOf(ownerUrl, 'inbox_events');
  }
  return { values: { answered, recorded, lost: answered - recorded }, ok: answered === recorded };
}

const startBare = (port: number, databaseUrl: string): ChildProcess =>
  spawn('node', ['bare-ingest.ts', String(port), databaseUrl], {
    cwd: new URL('.', import.meta.url).pathname,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
