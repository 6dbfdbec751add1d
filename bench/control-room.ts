// The control room of an agency with 500 clients, a million contacts and 20 million events: its list in several orders and what needs attention, asked by ten
// people about once a second. People share what was read for ten seconds, and are measured so. `alone` is one call at a time that reads everything anew,
// which is what the first of them waits for; `unshared` is ten people of whom each reads everything anew.
// `pnpm bench control-room [--events 2000000]`.
import { type ChildProcess } from 'node:child_process';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { type Sizes, loadSubjects } from './analytics-data.ts';
import { loadEvents } from './analytics-events.ts';
import { fillRollUps } from './analytics-roll-ups.ts';
import { addPurchases, compareWithClients } from './control-room-data.ts';
import type { Figure } from './figures.ts';
import { ended } from './offices.ts';
import { answering, startApi } from './server.ts';
import { openSession } from './signed-in.ts';
import { askSteadily, percentile } from './steady-load.ts';

const given = process.argv.indexOf('--events');
const events = given === -1 ? 20_000_000 : Number(process.argv[given + 1]);
/** One organization, the agency, has all of it. */
const sizes: Sizes = {
  organizations: 1,
  contacts: Math.max(10_000, Math.round(events / 20)),
  campaigns: 20_000,
  codes: 5_000,
  forms: 2_000,
  submissions: 20_000,
  clientsOfLargest: 500,
};
const users = 10;
const seconds = 20;
const goalMs = 200;

const calls = {
  attention_first: '/api/dashboard/clients',
  by_revenue: '/api/dashboard/clients?sort=-revenue&limit=100',
  by_growth: '/api/dashboard/clients?sort=growth&limit=25',
  searched: '/api/dashboard/clients?search=client%2042',
  at_risk: '/api/dashboard/clients?health=at-risk',
  attention: '/api/dashboard/clients/attention',
};

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const [ownerUrl, appUrl] = [postgres.ownerUrl(), postgres.appUrl()];
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  try {
    await migrate(ownerUrl, () => {});
    await fill(ownerUrl);
    const { rows } = await owner.query<{ id: string }>('select id from bench.organizations where no = 0');
    const organizationId = rows[0]!.id;
    const cookie = await openSession({ owner }, organizationId);
    const unshared = ['--import', new URL('unshared-answers.ts', import.meta.url).href];
    const check = await withApi(appUrl, unshared, (origin) =>
      compareWithClients({ origin, cookie, owner, organizationId }),
    );
    const met = await withApi(appUrl, [], (origin) => measure(origin, cookie));
    const anew = await withApi(appUrl, unshared, (origin) => measureAnew(origin, cookie));
    return [{ values: { events, clients: sizes.clientsOfLargest }, ok: true }, check, ...met, ...anew];
  } finally {
    await owner.end();
    await postgres.destroy();
  }
}

async function fill(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await loadSubjects(client, sizes);
  await addPurchases(client);
  await client.end();
  await loadEvents(ownerUrl, { from: 0, to: events, sizes });
  await fillRollUps(ownerUrl);
}

async function withApi<Result>(
  appUrl: string,
  flags: readonly string[],
  task: (origin: string) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const api: ChildProcess = startApi(port, appUrl, await freePort(), { flags });
  try {
    const origin = `http://127.0.0.1:${port}`;
    await answering(`${origin}/readyz`);
    return await task(origin);
  } finally {
    await ended(api);
  }
}

/** As people meet it. */
async function measure(origin: string, cookie: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [call, path] of Object.entries(calls)) {
    const { failed, at, requests } = await askedByAll(origin, cookie, path);
    figures.push({
      values: { call, requests, failed, p50_ms: at(0.5), p95_ms: at(0.95), goal: goalMs },
      ok: at(0.95) <= goalMs && failed === 0,
    });
  }
  return figures;
}

/** What it costs to read everything anew: one call at a time, and ten people who share nothing. */
async function measureAnew(origin: string, cookie: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [call, path] of Object.entries(calls)) {
    const alone: number[] = [];
    for (let no = 0; no < 20; no += 1) {
      const began = performance.now();
      await (await fetch(`${origin}${path}`, { headers: { cookie } })).arrayBuffer();
      alone.push(performance.now() - began);
    }
    const { at } = await askedByAll(origin, cookie, path);
    const [p50, p95] = [percentile(alone, 0.5).toFixed(1), percentile(alone, 0.95).toFixed(1)];
    figures.push({
      values: { call, alone_p50_ms: p50, alone_p95_ms: p95, unshared_p50_ms: at(0.5), unshared_p95_ms: at(0.95) },
      ok: true,
    });
  }
  return figures;
}

async function askedByAll(origin: string, cookie: string, path: string) {
  const next = () => ({ path, headers: { cookie } });
  const answers = await askSteadily({ origin, perSecond: users, seconds, next });
  const times = answers.map(({ ms }) => ms);
  return {
    requests: answers.length,
    failed: answers.filter(({ status }) => status !== 200).length,
    at: (part: number) => Number(percentile(times, part).toFixed(1)),
  };
}
