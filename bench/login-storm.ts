// A hundred wrong passwords a second, from as many addresses and for as many accounts (L17), while people use their
// dashboards and one of them signs in. `pnpm bench login-storm [seconds] [a second]`.
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { Figure } from './figures.ts';
import { emailOf, ended, officePassword, registerOffices } from './offices.ts';
import { cpuSeconds } from './processes.ts';
import { answering, startApi } from './server.ts';
import { type Answer, askSteadily, percentile } from './steady-load.ts';

const seconds = Number(process.argv[3] ?? 60);
const perSecond = Number(process.argv[4] ?? 100);
const offices = 20;
/** Calls a second of the dashboards. */
const reads = 20;
const paths = ['/api/dashboard/start', '/api/auth/me', '/api/campaigns'];
const goals = { p95Ms: 300, cores: 1.5 };

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  try {
    await migrate(postgres.ownerUrl(), () => {});
    // One more than the storm knows of.
    const cookies = await registerOffices(postgres.appUrl(), offices + 1);
    const port = await freePort();
    // The storm comes from many addresses, as the proxy in front would say.
    const api = startApi(port, postgres.appUrl(), await freePort(), {
      env: { TRUSTED_PROXIES: '127.0.0.1' },
    });
    try {
      return await measure(`http://127.0.0.1:${port}`, cookies, api.pid ?? 0);
    } finally {
      await ended(api);
    }
  } finally {
    await postgres.destroy();
  }
}

async function measure(origin: string, cookies: string[], pid: number): Promise<Figure[]> {
  await answering(`${origin}/readyz`);
  const dashboards = (duration: number) =>
    askSteadily({ origin, perSecond: reads, seconds: duration, next: (turn) => read(cookies, turn) });
  await dashboards(3);
  const idle = await dashboards(10);
  const before = cpuSeconds(pid);
  const started = performance.now();
  const [busy, storm, signIn] = await Promise.all([
    dashboards(seconds),
    askSteadily({ origin, perSecond, seconds, next: (turn) => wrongPassword(turn) }),
    pause((seconds * 1_000) / 2).then(() => signInSeconds(origin)),
  ]);
  const cores = (cpuSeconds(pid) - before) / ((performance.now() - started) / 1_000);
  return [
    dashboardFigure(idle, busy),
    stormFigure(storm),
    { values: { sign_in_s: signIn.toFixed(1), goal_s: 10 }, ok: signIn <= 10 },
    { values: { api_cores: cores.toFixed(2), goal: goals.cores }, ok: cores <= goals.cores },
  ];
}

function dashboardFigure(idle: readonly Answer[], busy: readonly Answer[]): Figure {
  const p95 = (answers: readonly Answer[]) =>
    percentile(
      answers.map(({ ms }) => ms),
      0.95,
    );
  const failed = busy.filter(({ status }) => status !== 200).length;
  return {
    values: { dashboard_p95_ms: p95(busy).toFixed(1), goal_ms: goals.p95Ms, idle_ms: p95(idle).toFixed(1), failed },
    ok: p95(busy) <= goals.p95Ms && failed === 0,
  };
}

/** Refused as wrong, as too many, or told to come back; nobody is let in, and nothing breaks. */
function stormFigure(storm: readonly Answer[]): Figure {
  const count = (status: number) => storm.filter((answer) => answer.status === status).length;
  const [wrong, tooMany, busy] = [count(401), count(429), count(503)];
  const p99 = percentile(
    storm.map(({ ms }) => ms),
    0.99,
  );
  const others = storm.length - wrong - tooMany - busy;
  return { values: { guesses: storm.length, wrong, tooMany, busy, others, p99_ms: p99.toFixed(0) }, ok: others === 0 };
}

const read = (cookies: readonly string[], turn: number) => ({
  path: paths[turn % paths.length]!,
  headers: { cookie: cookies[turn % cookies.length]! },
});

const wrongPassword = (turn: number) => ({
  method: 'POST',
  path: '/api/auth/login',
  headers: {
    'content-type': 'application/json',
    'x-forwarded-for': `198.${18 + (turn >> 16)}.${(turn >> 8) & 255}.${turn & 255}`,
  },
  body: JSON.stringify({
    email: turn % 2 === 0 ? emailOf(turn % offices) : `nobody${turn}@office.example`,
    password: `guess number ${turn}`,
  }),
});

/** How long somebody who knows the password needs, who tries again when told to. */
async function signInSeconds(origin: string): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { status, headers } = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ email: emailOf(offices), password: officePassword }),
    });
    const since = (performance.now() - started) / 1_000;
    if (status === 200) return since;
    if (since > 60) return Number.POSITIVE_INFINITY;
    await pause(Math.min(5, Number(headers.get('retry-after') ?? 1)) * 1_000);
  }
}
