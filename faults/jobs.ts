// Ten thousand jobs, half of them in transactions that roll back, while workers are killed and the database crashes:
// exactly the committed half acts, each once, and what a dead worker held runs again soon.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction } from '../apps/server/src/platform/context.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { enqueueMany } from '../apps/server/src/platform/jobs/job.ts';
import { type Postgres, startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { Figure } from '../bench/figures.ts';
import { leaveTrace } from './jobs-declared.ts';
import { createRandom } from './random.ts';

const total = 10_000;
const size = 10;
const goal = 30;
/** More than one of the two processes can hold alone, so both have work in their hands when the fault comes. */
const heldAtLeast = 20;
const endsAfterSeconds = 240;

type Scene = { postgres: Postgres; owner: Database; app: Database; random: () => number };

export async function run(): Promise<Figure[]> {
  const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
  console.log(`seed ${seed}`);
  const postgres = await startPostgres({ durable: true });
  const settings = { DATABASE_POOL_SIZE: 4, DATABASE_STATEMENT_TIMEOUT_MS: 10_000 };
  const owner = openDatabase({ ...settings, DATABASE_URL: postgres.ownerUrl() });
  const app = openDatabase({ ...settings, DATABASE_URL: postgres.appUrl() });
  // A crash of the database is part of the plan.
  for (const { pool } of [owner, app]) pool.on('connect', (client) => client.on('error', () => {}));
  const workers = superviseWorkers(2, postgres.appUrl());
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await owner.pool.query(`
      create table planned (number int primary key);
      create table starts (number int, pid int);
      create table effects (number int primary key);
      create table deeds (number int);
      grant select, insert on planned, starts, effects, deeds to waggle_app;`);
    workers.start();
    return await play({ postgres, owner, app, random: createRandom(seed) }, workers);
  } finally {
    await workers.stop();
    await app.close();
    await owner.close();
    await postgres.destroy();
  }
}

async function play(scene: Scene, workers: ReturnType<typeof superviseWorkers>): Promise<Figure[]> {
  const deadline = Date.now() + endsAfterSeconds * 1_000;
  const enqueueing = enqueueAll(scene);
  const recoveries: number[] = [];
  for (const share of [0.1, 0.3, 0.5]) {
    await reached(scene.owner, share + scene.random() * 0.1, deadline);
    recoveries.push(await recovery(scene.owner, 'kill -9', () => workers.kill(Math.floor(scene.random() * 2))));
  }
  await reached(scene.owner, 0.7, deadline);
  const restart = await recovery(scene.owner, 'database crash', async () => {
    await scene.postgres.stop('SIGQUIT');
    await scene.postgres.start();
  });
  await enqueueing;
  await settled(scene.owner, deadline);
  return [await fakeSmtp(scene.owner, { kills: Math.max(...recoveries), restart, crashes: workers.crashes() })];
}

/** Every second transaction rolls back. A commit that the crash left in doubt is looked up in `planned`. */
async function enqueueAll({ owner, app, random }: Scene): Promise<void> {
  const { rows } = await owner.pool.query<{ id: string }>(
    "insert into organizations (name) values ('One'), ('Two') returning id",
  );
  const contexts = rows.map(({ id }) => ({ organizationId: id, db: app.tenant({ organizationId: id }) }));
  const bundles = Array.from({ length: total / size }, (_, at) => ({ keep: at % 2 === 0, first: at * size })).sort(
    () => random() - 0.5,
  );

  for (const { keep, first } of bundles) {
    const numbers = Array.from({ length: size }, (_, at) => first + at);
    const ctx = contexts[first % contexts.length] as (typeof contexts)[number];
    const attempt = () =>
      inTransaction(ctx, async (ctx) => {
        await enqueueMany(
          ctx,
          leaveTrace,
          numbers.map((number) => ({ number })),
        );
        await sql`insert into planned select unnest(${numbers}::int[])`.execute(ctx.db);
        if (!keep) throw new RolledBack();
      });
    await until(async () => {
      try {
        await attempt();
        return true;
      } catch (error) {
        return error instanceof RolledBack || (await countOf(owner, `planned where number = ${first}`)) === 1;
      }
    });
    await pause(10);
  }
}

class RolledBack extends Error {}

/** Seconds from the fault until everything that was being worked on at that moment is done. */
async function recovery(owner: Database, fault: string, cause: () => Promise<void>): Promise<number> {
  let held: string[] = [];
  await until(async () => {
    const { rows } = await owner.pool.query<{ id: string }>("select id from pgboss.job where state = 'active'");
    held = rows.map(({ id }) => id);
    return held.length >= heldAtLeast;
  });
  const started = performance.now();
  await cause();
  await until(async () => {
    const open = "select count(*)::int as open from pgboss.job where id = any($1) and state <> 'completed'";
    return (await owner.pool.query<{ open: number }>(open, [held])).rows[0]?.open === 0;
  });
  const seconds = (performance.now() - started) / 1_000;
  console.log(`${fault} with ${held.length} jobs held: all done after ${seconds.toFixed(1)} s`);
  return seconds;
}

type Seen = { kills: number; restart: number; crashes: number };

async function fakeSmtp(owner: Database, { kills, restart, crashes }: Seen): Promise<Figure> {
  const committed = await countOf(owner, 'planned');
  const ran = await countOf(owner, 'effects');
  const doubled = await countOf(owner, '(select number from deeds group by number having count(*) > 1) twice');
  const lost = await countOf(owner, 'planned where number not in (select number from deeds)');
  const ghosts = await countOf(owner, 'deeds where number not in (select number from planned)');
  const leftOver = await countOf(owner, "pgboss.job where state <> 'completed'");
  const starts = await countOf(owner, 'starts');
  console.log(
    `started ${starts} times, ran although rolled back ${ghosts}, not completed ${leftOver}, processes that crashed by themselves ${crashes}`,
  );
  const recovered = Math.max(kills, restart);
  return {
    values: { committed, ran, doubled, lost, recovery_s: recovered.toFixed(1), goal },
    ok:
      committed === total / 2 &&
      ran === committed &&
      doubled + lost + ghosts + leftOver + crashes === 0 &&
      recovered <= goal,
  };
}

const reached = (owner: Database, share: number, deadline: number) =>
  until(async () => Date.now() > deadline || (await countOf(owner, 'effects')) >= (share * total) / 2);

const settled = (owner: Database, deadline: number) =>
  until(async () => Date.now() > deadline || (await countOf(owner, "pgboss.job where state < 'completed'")) === 0);

async function countOf({ pool }: Database, what: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int from ${what}`);
  return rows[0]?.count ?? 0;
}

/** Asks until the answer is yes; a database that is away is not an answer. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await pause(100);
}

/** Starts again whatever ends, and counts those that ended although nobody killed them. */
function superviseWorkers(count: number, url: string) {
  const file = fileURLToPath(new URL('./jobs-worker.ts', import.meta.url));
  const children: ChildProcess[] = [];
  const ready = new WeakSet<ChildProcess>();
  let stopping = false;
  let crashes = 0;

  const start = (at: number) => {
    const child = spawn(process.execPath, [file, url], { stdio: ['ignore', 'pipe', 'ignore'] });
    children[at] = child;
    child.stdout?.once('data', () => ready.add(child));
    child.once('exit', (_, signal) => {
      if (stopping) return;
      // One that never got ready found the database away, and tries again.
      if (signal !== 'SIGKILL' && ready.has(child)) crashes += 1;
      setTimeout(() => start(at), 500);
    });
  };
  return {
    start: () => Array.from({ length: count }, (_, at) => start(at)),
    async kill(at: number) {
      await until(async () => ready.has(children[at] as ChildProcess));
      children[at]?.kill('SIGKILL');
    },
    crashes: () => crashes,
    async stop() {
      stopping = true;
      await Promise.all(children.map(end));
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 8_000);
  await gone;
  clearTimeout(late);
}
