// A third of what one process can do, for a day (L19): does its memory grow, do files stay open, does anything fail?
// `pnpm faults soak [minutes]`; a run of less than an hour shows that it works, and its slope means little.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, type Postgres, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { visit } from '../bench/closed-loop.ts';
import { makeCodes } from '../bench/edge-process.ts';
import type { Figure } from '../bench/figures.ts';
import { bundleServer, startServer } from '../bench/import-server.ts';
import { ended, registerOffices } from '../bench/offices.ts';
import { answering } from '../bench/server.ts';
import { askSteadily, type Asked } from '../bench/steady-load.ts';
import { createRandom } from './random.ts';

const offices = 20;
const share = 0.3;
/** Memory a process takes while it warms up is no leak; of a short run the second half is looked at. */
const warmUp = (minutes: number): number => Math.min(60, minutes / 2);
const goals = { slopeMbPerHour: 0.5, files: 10, errorRate: 0.0001, deadShare: 0.2 };
const reads = ['/api/contacts?limit=25', '/api/campaigns', '/api/auth/me', '/api/qr-codes', '/api/dashboard/start'];

/** At a moment: minutes since the start, memory in MB and open files. */
type Sample = { minute: number; rss: number; files: number };

export const run = (): Promise<Figure[]> => soakFor(Number(process.argv[3] ?? 24 * 60));

export async function soakFor(minutes: number): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  try {
    await migrate(postgres.ownerUrl(), () => {});
    const cookies = await registerOffices(postgres.appUrl(), offices);
    const codes = await makeCodes(postgres.ownerUrl(), 1_000, createRandom(7));
    await bundleServer();
    const server = await startServer('all', postgres.appUrl(), await freePort());
    try {
      await answering(`${server.origin}/readyz`);
      const before = await sizeOfData(postgres);
      const figures = await soak(server.origin, server.child.pid ?? 0, { cookies, codes }, minutes);
      return [...figures, dataFigure(before, await sizeOfData(postgres))];
    } finally {
      await ended(server.child);
    }
  } finally {
    await postgres.destroy();
  }
}

type Crowd = { cookies: string[]; codes: string[] };

async function soak(origin: string, pid: number, crowd: Crowd, minutes: number): Promise<Figure[]> {
  const { requests } = visit(origin, { cookie: crowd.cookies, paths: reads, users: 16, seconds: 10 });
  const perSecond = Math.max(1, Math.round((requests / 10) * share));
  console.log(`${requests / 10} requests a second at most; ${perSecond} for ${minutes} minutes`);
  const next = asking(crowd);
  const samples: Sample[] = [];
  let [asked, failed] = [0, 0];
  const started = performance.now();
  const minute = () => (performance.now() - started) / 60_000;
  for (let turns = 0; minute() < minutes;) {
    const first = turns;
    const answers = await askSteadily({ origin, perSecond, seconds: 20, next: (turn) => next(first + turn) });
    turns += answers.length;
    asked += answers.length;
    const refused = answers.filter(({ status }) => ![200, 201, 302].includes(status));
    failed += refused.length;
    if (refused.length > 0)
      console.log(`${refused.length} failed: ${[...new Set(refused.map(({ status }) => status))].join(', ')}`);
    // The connections of this piece are gone by then.
    await pause(1_000);
    samples.push({ minute: minute(), ...sizeOf(pid) });
    if (samples.length % 30 === 0) console.log(JSON.stringify({ ...samples.at(-1), asked, failed }));
  }
  return judge(samples, { asked, failed, minutes });
}

/** One in ten scans a code, one in a hundred adds a contact, the others read. */
function asking({ cookies, codes }: Crowd) {
  const run = Date.now();
  return (turn: number): Asked => {
    const headers = { cookie: cookies[turn % cookies.length]! };
    if (turn % 10 === 0) return { path: `/qr/${codes[turn % codes.length]!}` };
    if (turn % 100 !== 1) return { path: reads[turn % reads.length]!, headers };
    const body = JSON.stringify({ email: `p${run}-${turn}@soak.example` });
    return { method: 'POST', path: '/api/contacts', headers: { ...headers, 'content-type': 'application/json' }, body };
  };
}

function sizeOf(pid: number): Pick<Sample, 'rss' | 'files'> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return { rss: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024, files: readdirSync(`/proc/${pid}/fd`).length };
}

type Data = { mb: number; live: number; dead: number };

/** What the database takes on disk, and its rows by its own statistics. */
async function sizeOfData(postgres: Postgres): Promise<Data> {
  const owner = new pg.Client(postgres.ownerUrl());
  await owner.connect();
  try {
    const { rows } = await owner.query<Data>(
      `select (pg_database_size(current_database()) / 1048576)::int as mb, sum(n_live_tup)::int as live, sum(n_dead_tup)::int as dead
       from pg_stat_user_tables`,
    );
    return rows[0]!;
  } finally {
    await owner.end();
  }
}

/** Dead rows that nothing cleans away are what tables and indexes grow by without need. */
function dataFigure(before: Data, after: Data): Figure {
  const share = after.dead / Math.max(1, after.live + after.dead);
  const values = { database_mb: after.mb, grown_mb: after.mb - before.mb, rows: after.live };
  return { values: { ...values, dead_share: share.toFixed(3), goal: goals.deadShare }, ok: share <= goals.deadShare };
}

type Outcome = { asked: number; failed: number; minutes: number };

function judge(samples: readonly Sample[], { asked, failed, minutes }: Outcome): Figure[] {
  const warm = samples.filter(({ minute }) => minute >= warmUp(minutes));
  const half = Math.ceil(warm.length / 2);
  const most = (part: readonly Sample[]) => Math.max(...part.map(({ files }) => files));
  const growth = most(warm.slice(half - 1)) - most(warm.slice(0, half));
  const slope = slopeOf(warm);
  const rate = failed / asked;
  return [
    {
      values: {
        minutes,
        rss_mb: Math.round(samples.at(-1)!.rss),
        slope_mb_per_h: slope.toFixed(2),
        goal: goals.slopeMbPerHour,
      },
      // Garbage comes and goes in tens of MB: in less than an hour that is all a slope shows.
      ok: slope < goals.slopeMbPerHour || minutes < 60,
    },
    { values: { open_files: samples.at(-1)!.files, growth, goal: goals.files }, ok: growth <= goals.files },
    {
      values: { requests: asked, failed, error_rate: rate.toFixed(6), goal: goals.errorRate },
      ok: rate < goals.errorRate,
    },
  ];
}

/** MB an hour, of the line that fits the samples best. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(({ rss }) => rss))];
  const spread = samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  return (samples.reduce((sum, { minute, rss }) => sum + (minute - x) * (rss - y), 0) / spread) * 60;
}
