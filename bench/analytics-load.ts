// Ten people of the largest organization ask for one thing after the other, while scans arrive and a real worker drains them: first each about once a
// second, by the clock, then without a pause, so that ten answers are always under way.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../apps/server/test/harness/postgres.ts';
import { calls } from './analytics-calls.ts';
import { type Latency, visit } from './closed-loop.ts';
import { lagOf } from './inbox.ts';
import { ended } from './offices.ts';
import { answering, startApi } from './server.ts';
import { openSession } from './signed-in.ts';
import { type Answer, askSteadily, percentile } from './steady-load.ts';
import { startWorker } from './worker-process.ts';

export type Urls = { ownerUrl: string; appUrl: string };
export type Measured = {
  /** By the name of the call, with everything going on: ten people who ask once a second. */
  calls: Map<string, Latency & { failed: number }>;
  /** The same without a pause; missing where the api refused some, as it does when it cannot keep up. */
  atOnce: Map<string, Latency>;
  /** All calls, once a second each, by people of many organizations and clients. */
  mixed: Latency & { failed: number };
  /** One person at a time, while nothing else happens: to compare with the same figures from raw rows. */
  alone: Map<string, Latency>;
  arrived: number;
  drained: number;
  maxLagSeconds: number;
};

const users = 10;
const arriving = 1_000;
const seconds = { steady: 5, atOnce: 3, mixed: 30, alone: 3 };

export async function measure(
  { ownerUrl, appUrl }: Urls,
  names: readonly string[] = [...calls.keys()],
): Promise<Measured> {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  const children: ChildProcess[] = [];
  try {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const unshared = ['--import', new URL('unshared-answers.ts', import.meta.url).href];
    children.push(startApi(port, appUrl, await freePort(), { flags: unshared }));
    await answering(`${origin}/readyz`);
    const [largest, ...others] = await openSessions(owner);
    const ask = (cookie: string, paths: string[], people: number, time: number) =>
      visit(origin, { cookie, paths, users: people, seconds: time });
    const alone = new Map<string, Latency>();
    for (const name of names) {
      ask(largest!, [calls.get(name)!], 1, seconds.alone);
      alone.set(name, ask(largest!, [calls.get(name)!], 1, seconds.alone));
    }

    children.push(await startWorker(appUrl), startFeed(ownerUrl));
    await pause(3_000);
    const before = await countDrained(owner);
    const started = performance.now();
    const [steady, atOnce]: [Measured['calls'], Measured['atOnce']] = [new Map(), new Map()];
    let maxLagSeconds = 0;
    for (const name of names) {
      const next = () => ({ path: calls.get(name)!, headers: { cookie: largest! } });
      const answers = await askSteadily({ origin, perSecond: users, seconds: seconds.steady, next });
      steady.set(name, latencyOf(answers));
      try {
        atOnce.set(name, ask(largest!, [calls.get(name)!], users, seconds.atOnce));
      } catch (error) {
        console.log(`${name} without a pause: ${String(error)}`);
      }
      maxLagSeconds = Math.max(maxLagSeconds, await lagOf(owner));
      const { p50, p95, failed } = steady.get(name)!;
      const [busy, single] = [atOnce.get(name)?.p95 ?? Number.NaN, alone.get(name)!.p50];
      console.log(`${name}: p50 ${p50}, p95 ${p95}, without a pause ${busy}, alone ${single} ms, ${failed} failed`);
    }
    const mixed = await askForEverything(origin, [largest!, ...others]);
    const spent = (performance.now() - started) / 1_000;
    const after = await countDrained(owner);
    return {
      calls: steady,
      atOnce,
      mixed,
      alone,
      arrived: (after.arrived - before.arrived) / spent,
      drained: (after.drained - before.drained) / spent,
      maxLagSeconds,
    };
  } finally {
    for (const child of children.toReversed()) await ended(child);
    await owner.end();
  }
}

/** All calls in turn, by one person after the other. */
async function askForEverything(origin: string, people: readonly string[]) {
  const paths = [...calls.values()];
  const next = (turn: number) => ({
    path: paths[turn % paths.length]!,
    headers: { cookie: people[turn % people.length]! },
  });
  return latencyOf(await askSteadily({ origin, perSecond: users, seconds: seconds.mixed, next }));
}

function latencyOf(answers: readonly Answer[]): Latency & { failed: number } {
  const failed = answers.filter(({ status }) => status !== 200).length;
  const times = answers.map(({ ms }) => ms);
  const at = (share: number) => Number(percentile(times, share).toFixed(1));
  return { requests: answers.length, failed, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Somebody of the largest organization who looks at all of it, of each of its clients, and of each other organization. */
async function openSessions(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ organizationId: string; clientId: string | null }>(
    `select organization.id as "organizationId", null as "clientId" from bench.organizations organization where no = 0
     union all select organization_id, id from clients
     union all (select organization.id, null from bench.organizations organization where no > 0 order by no)`,
  );
  const cookies: string[] = [];
  for (const { organizationId, clientId } of rows) cookies.push(await openSession({ owner }, organizationId, clientId));
  return cookies;
}

const startFeed = (ownerUrl: string): ChildProcess =>
  spawn('node', ['scan-feed.ts', ownerUrl, String(arriving)], {
    cwd: new URL('.', import.meta.url).pathname,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

async function countDrained(owner: pg.Pool): Promise<{ arrived: number; drained: number }> {
  const { rows } = await owner.query<{ arrived: number; drained: number }>(
    'select count(*)::int as arrived, count(drained_at)::int as drained from inbox_events',
  );
  return rows[0]!;
}
