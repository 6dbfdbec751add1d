// Scans arrive at a steady rate in many organizations while a real worker drains them. How far does it fall behind, what
// does it cost, and are the figures those of a recount?
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { recount } from '../apps/server/src/features/links/scans/recount.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { type Postgres, startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { Figure } from './figures.ts';
import { insertScans, lagOf } from './inbox.ts';
import { type Code, digest, makeCodes, makeScan, readSignals } from './ingest-data.ts';
import { cpuSeconds, familyCpuSeconds } from './processes.ts';
import { startWorker } from './worker-process.ts';

const rate = 5_000;
const seconds = Number(process.env['DRAIN_SECONDS'] ?? 60);
const organizations = 200;
const codesEach = 50;
const batchMilliseconds = 20;
const mostLag = 10;

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const settings = { DATABASE_POOL_SIZE: 10, DATABASE_STATEMENT_TIMEOUT_MS: 120_000 };
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl(), max: 10 });
  const database = openDatabase({ ...settings, DATABASE_URL: postgres.appUrl() });
  let worker: ChildProcess | undefined;
  try {
    await migrate(postgres.ownerUrl(), () => {});
    const codes = await makeCodes(owner, organizations, codesEach);
    worker = await startWorker(postgres.appUrl());
    const figure = await load({ postgres, owner, codes, workerPid: worker.pid ?? 0 });
    const exit = once(worker, 'exit');
    worker.kill('SIGTERM');
    await exit;
    return [figure, await compareWithRecount(owner, database)];
  } finally {
    worker?.kill('SIGKILL');
    await database.close();
    await owner.end();
    await postgres.destroy();
  }
}

type Parts = { postgres: Postgres; owner: pg.Pool; codes: Code[]; workerPid: number };

async function load({ postgres, owner, codes, workerPid }: Parts): Promise<Figure> {
  const signals = readSignals();
  const cpu = () => ({
    worker: cpuSeconds(workerPid),
    database: familyCpuSeconds(postgres.pid()),
    bench: cpuSeconds(process.pid),
  });
  const before = cpu();
  const started = performance.now();
  const lags: number[] = [];
  const watch = setInterval(() => void lagOf(owner).then((lag) => lags.push(lag)), 500);

  let told = 0;
  const writing: Promise<unknown>[] = [];
  while (told < rate * seconds) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - started) / 1_000) * rate));
    const events = Array.from({ length: due - told }, () => makeScan(codes, signals));
    told = due;
    if (events.length > 0) writing.push(insertScans(owner, events));
    await sleep(batchMilliseconds);
  }
  await Promise.all(writing);
  const spent = (performance.now() - started) / 1_000;
  const after = cpu();
  while ((await lagOf(owner)) > 0 && performance.now() - started < (seconds + 120) * 1_000) await sleep(100);
  const drainedAfter = (performance.now() - started) / 1_000 - spent;
  const end = cpu();
  const used = end.worker - before.worker + (end.database - before.database);
  clearInterval(watch);

  const share = (who: keyof typeof before) => Number(((after[who] - before[who]) / spent).toFixed(2));
  const max = Math.max(...lags);
  console.log(
    `lag every 5 s: ${lags
      .filter((_, at) => at % 10 === 9)
      .map((lag) => lag.toFixed(1))
      .join(' ')}`,
  );
  return {
    values: {
      events: told,
      per_s: Math.round(told / spent),
      max_lag_s: max.toFixed(2),
      drained_after_s: drainedAfter.toFixed(2),
      goal_s: mostLag,
      worker_cpu: share('worker'),
      database_cpu: share('database'),
      bench_cpu: share('bench'),
      // What does not depend on who else uses the machine.
      cpu_s_per_1000: ((used / told) * 1_000).toFixed(3),
    },
    ok: max <= mostLag && drainedAfter <= mostLag,
  };
}

async function compareWithRecount(owner: pg.Pool, database: Database): Promise<Figure> {
  const counted = await readRollUps(owner);
  const { rows } = await owner.query<{ id: string }>('select id from organizations');
  for (const { id: organizationId } of rows) {
    const db = database.tenant({ organizationId });
    const ctx = { db, organizationId, actor: { kind: 'job', name: 'bench' }, now: () => new Date() } as const;
    await recount(ctx, { from: '2000-01-01', to: '2100-01-01' });
  }
  const recounted = await readRollUps(owner);
  const equal = digest(counted) === digest(recounted);
  const { rows: sums } = await owner.query<{ events: number; scans: number }>(
    `select (select count(*) from engagement_events)::int as events, (select sum(scans) from qr_codes)::int as scans`,
  );
  return {
    values: { understood: sums[0]?.events ?? 0, scans: sums[0]?.scans ?? 0, equals_recount: String(equal) },
    ok: equal,
  };
}

async function readRollUps(pool: pg.Pool): Promise<unknown[]> {
  const tables = await Promise.all([
    pool.query({
      text: 'select subject_id, metric, hour, slot, total from stat_hours order by 1, 2, 3, 4',
      rowMode: 'array',
    }),
    pool.query({
      text: 'select subject_id, metric, part, day::text, value, total from stat_days order by 1, 2, 3, 4, 5',
      rowMode: 'array',
    }),
    pool.query({ text: 'select id, scans, last_scan_at from qr_codes order by 1', rowMode: 'array' }),
  ]);
  return tables.map(({ rows }) => rows);
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
