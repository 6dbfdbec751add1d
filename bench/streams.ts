// Open event streams on one api process: memory and processor time, with heartbeats and one event a second to everybody.
// `pnpm bench streams [streams] [seconds]`.
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { Figure } from './figures.ts';
import { bundleServer, startServer } from './import-server.ts';
import { ended, registerOffices } from './offices.ts';
import { cpuSeconds } from './processes.ts';

const wanted = Number(process.argv[3] ?? 2_000);
const seconds = Number(process.argv[4] ?? 60);
/** As many as one person may have open. */
const perPerson = 20;
/** Seconds after the start, and after the last stream was opened, that are no rest yet. */
const settleSeconds = 15;
/** Opened at the same time. */
const atOnce = 100;
const goals = { extraMb: 150, cpu: 0.05 };

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  let child: Parameters<typeof ended>[0] | undefined;
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await bundleServer();
    await owner.connect();
    const cookies = await registerOffices(postgres.appUrl(), Math.ceil(wanted / perPerson));
    // As behind a proxy, whose one address brings everybody.
    const server = await startServer('api', postgres.appUrl(), undefined, { TRUSTED_PROXIES: '127.0.0.1' });
    child = server.child;
    const pid = child.pid ?? 0;
    await server.ready();
    await pause(settleSeconds * 1_000);
    const before = rssMb(pid);

    const heard = { events: 0, lost: 0 };
    for (let no = 0; no < wanted; no += atOnce) {
      const some = Array.from(
        { length: Math.min(atOnce, wanted - no) },
        (_, at) => cookies[(no + at) % cookies.length]!,
      );
      await Promise.all(some.map((cookie) => listen(`${server.origin}/api/events`, cookie, agent, heard)));
    }
    await pause(settleSeconds * 1_000);

    heard.events = 0;
    const started = { cpu: cpuSeconds(pid), at: performance.now() };
    const rounds = await tellEverybody(owner, seconds);
    const cpu = (cpuSeconds(pid) - started.cpu) / ((performance.now() - started.at) / 1_000);
    const after = rssMb(pid);
    return [
      {
        values: { streams: wanted, extra_mb: after - before, goal: goals.extraMb, before, after },
        ok: after - before <= goals.extraMb,
      },
      { values: { cpu_percent: percent(cpu), goal: percent(goals.cpu), seconds }, ok: cpu <= goals.cpu },
      {
        values: { events: heard.events, sent: rounds * wanted, lost_streams: heard.lost },
        ok: heard.events === rounds * wanted && heard.lost === 0,
      },
    ];
  } finally {
    agent.destroy();
    await owner.end();
    if (child) await ended(child);
    await postgres.destroy();
  }
}

function listen(url: string, cookie: string, agent: Agent, heard: { events: number; lost: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { agent, headers: { cookie } }, (answer: IncomingMessage) => {
      if (answer.statusCode !== 200) return reject(new Error(`The stream answered ${answer.statusCode}.`));
      answer.setEncoding('utf8').on('data', (text: string) => (heard.events += text.split('data: imports').length - 1));
      answer.on('end', () => (heard.lost += 1)).on('error', () => {});
      resolve();
    });
    asked.on('error', reject);
  });
}

/** One notice for each organization, each second; answers how many times. */
async function tellEverybody(owner: pg.Client, times: number): Promise<number> {
  for (let round = 0; round < times; round += 1) {
    const next = performance.now() + 1_000;
    await owner.query(`select pg_notify('live', 'imports:' || id || '::') from organizations`);
    await pause(Math.max(0, next - performance.now()));
  }
  return times;
}

const percent = (share: number): string => (share * 100).toFixed(2);

const rssMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1_024);
