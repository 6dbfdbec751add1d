// Five hundred people with Overview open, each of whose browsers asks again every 30 seconds (L18): what share of one core that costs, and how many answers
// are computed. They belong to twenty organizations with contacts, campaigns, forms and codes. `pnpm bench polling [dashboards] [seconds]`.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { loadSubjects, type Sizes } from './analytics-data.ts';
import { loadEvents } from './analytics-events.ts';
import { fillRollUps } from './analytics-roll-ups.ts';
import { metricOf } from './edge-process.ts';
import type { Figure } from './figures.ts';
import { ended } from './offices.ts';
import { cpuSeconds, familyCpuSeconds } from './processes.ts';
import { answering, startApi } from './server.ts';
import { openSession } from './signed-in.ts';
import { type Answer, askSteadily, percentile } from './steady-load.ts';

const dashboards = Number(process.argv[3] ?? 500);
const seconds = Number(process.argv[4] ?? 90);
const everySeconds = 30;
const sizes: Sizes = {
  organizations: 20,
  contacts: 100_000,
  campaigns: 400,
  codes: 2_000,
  forms: 400,
  submissions: 20_000,
  clientsOfLargest: 5,
};
const events = 400_000;
/** What one Overview asks each time; the first three are computed once for all who see the same. */
const paths = [
  '/api/dashboard/metrics',
  '/api/dashboard/contact-growth?range=30d',
  '/api/dashboard/activity?limit=10',
  '/api/dashboard/work',
];
const goals = { api: 0.4, p95Ms: 150 };

type Used = { api: number; database: number; computed: number; shared: number };

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl(), max: 2 });
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await fill(postgres.ownerUrl());
    const cookies = await openSessions(owner);
    const [port, metricsPort] = [await freePort(), await freePort()];
    const api = startApi(port, postgres.appUrl(), metricsPort);
    try {
      const origin = `http://127.0.0.1:${port}`;
      await answering(`${origin}/readyz`);
      // Everybody once: the sessions of the first half minute are looked up.
      await poll(origin, cookies, everySeconds);
      const used = async (): Promise<Used> => ({
        api: cpuSeconds(api.pid ?? 0),
        database: familyCpuSeconds(postgres.pid()),
        computed: await metricOf(metricsPort, 'dashboard_answers_total{outcome="computed"'),
        shared: await metricOf(metricsPort, 'dashboard_answers_total{outcome="shared"'),
      });
      const before = await used();
      const answers = await poll(origin, cookies, seconds);
      return figures(before, await used(), answers);
    } finally {
      await ended(api);
    }
  } finally {
    await owner.end();
    await postgres.destroy();
  }
}

async function fill(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await loadSubjects(client, sizes);
  await client.end();
  await loadEvents(ownerUrl, { from: 0, to: events, sizes });
  await fillRollUps(ownerUrl);
  // What was written is on the disk before anybody measures.
  await pause(1_000);
}

/** Of each organization as many as of any other. */
async function openSessions(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>('select id from bench.organizations order by no');
  const cookies: string[] = [];
  for (let no = 0; no < dashboards; no += 1) cookies.push(await openSession({ owner }, rows[no % rows.length]!.id));
  return cookies;
}

function poll(origin: string, cookies: readonly string[], duration: number): Promise<Answer[]> {
  const perSecond = (dashboards * paths.length) / everySeconds;
  const next = (turn: number) => ({
    path: paths[turn % paths.length]!,
    headers: { cookie: cookies[Math.floor(turn / paths.length) % cookies.length]! },
  });
  return askSteadily({ origin, perSecond, seconds: duration, next });
}

function figures(before: Used, after: Used, answers: readonly Answer[]): Figure[] {
  const of = (name: keyof Used) => after[name] - before[name];
  const api = of('api') / seconds;
  const failed = answers.filter(({ status }) => status !== 200).length;
  const times = answers.map(({ ms }) => ms);
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return [
    {
      values: {
        dashboards,
        organizations: sizes.organizations,
        api_cores: api.toFixed(3),
        goal: goals.api,
        database_cores: (of('database') / seconds).toFixed(3),
      },
      ok: api <= goals.api,
    },
    { values: { computed: of('computed'), shared: of('shared') }, ok: of('computed') < of('shared') },
    {
      values: { calls: answers.length, failed, p50_ms: p50.toFixed(1), p95_ms: p95.toFixed(1), goal: goals.p95Ms },
      ok: failed === 0 && p95 <= goals.p95Ms,
    },
  ];
}
