// The network of the database falls silent for a minute without a reset, under an API and a worker that are in use: calls
// end with 503 within the limit of a statement, the processes stay awake, and all is well again within ten seconds.
// `pnpm faults blackhole [seconds]`.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startBlackHole } from '../apps/server/test/faults/black-hole.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { Figure } from '../bench/figures.ts';
import { bundleServer, type Server, startServer } from '../bench/import-server.ts';

const seconds = Number(process.argv[3] ?? 60);
const organizations = 4;
/** Milliseconds: the limit of a statement, and the second after which the driver gives up by itself. */
const mostMs = 6_500;

export async function run(): Promise<Figure[]> {
  await bundleServer();
  const postgres = await startPostgres({ durable: true });
  const hole = await startBlackHole(postgres.ownerUrl());
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  const servers: Server[] = [];
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await owner.connect();
    const port = await freePort();
    const url = hole.through(postgres.appUrl());
    servers.push(await startServer('api', url, port), await startServer('worker', url));
    for (const server of servers) await server.ready();
    const origin = `http://127.0.0.1:${port}`;
    const cookies = await Promise.all(Array.from({ length: organizations }, () => cookieOf(origin)));
    await owner.query('update directory.users set email_confirmed_at = now()');

    hole.open();
    const during = await ask(origin, cookies, Date.now() + seconds * 1_000);
    hole.close();
    const [api, worker] = await Promise.all([recovered(origin, cookies), jobRuns(owner, origin, cookies[0]!)]);
    const slowest = Math.max(...during.calls.map(({ ms }) => ms));
    const others = during.calls.filter(({ status }) => status !== 503).length;
    return [
      {
        values: {
          seconds,
          calls: during.calls.length,
          others,
          slowestMs: slowest,
          goal: mostMs,
          healthMs: during.healthMs,
          healthGoal: 200,
        },
        ok: others === 0 && slowest < mostMs && during.healthMs < 200,
      },
      { values: { apiBackMs: api, workerBackMs: worker, goal: 10_000 }, ok: api < 10_000 && worker < 10_000 },
    ];
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
    await hole.stop();
    await owner.end();
    await postgres.destroy();
  }
}

async function cookieOf(origin: string): Promise<string> {
  const password = 'violet harbour 42';
  const answer = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Bench',
      email: `bench${Math.round(performance.now() * 1_000)}@house.example`,
      password,
      confirmPassword: password,
      organizationName: 'House',
    }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const call = async (origin: string, cookie: string, path: string, body?: object) => {
  const started = performance.now();
  const { status } = await fetch(origin + path, {
    method: body ? 'POST' : 'GET',
    headers: { origin, cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status, ms: Math.round(performance.now() - started) };
};

/** What people do meanwhile, and how long the process takes to say that it lives. */
async function ask(origin: string, cookies: string[], until: number) {
  const asked: ReturnType<typeof call>[] = [];
  let healthMs = 0;
  for (let turn = 0; Date.now() < until; turn += 1) {
    const cookie = cookies[turn % cookies.length]!;
    asked.push(call(origin, cookie, '/api/contacts'));
    asked.push(call(origin, cookie, '/api/contacts', { email: `p${turn}@hole.example` }));
    healthMs = Math.max(healthMs, (await call(origin, '', '/healthz')).ms);
    await pause(200);
  }
  return { calls: await Promise.all(asked), healthMs };
}

/** Milliseconds until twenty calls in a row succeed. */
async function recovered(origin: string, cookies: string[]): Promise<number> {
  const started = performance.now();
  let back = started;
  for (let good = 0; good < 20; await pause(20)) {
    const { status } = await call(origin, cookies[good % cookies.length]!, '/api/contacts');
    good = status === 200 ? good + 1 : 0;
    if (good === 1) back = performance.now();
  }
  return Math.round(back - started);
}

/** Milliseconds until a worker takes a job that was enqueued as soon as the API could. */
async function jobRuns(owner: pg.Client, origin: string, cookie: string): Promise<number> {
  const started = performance.now();
  while ((await call(origin, cookie, '/api/team/invitations', { email: 'new@hole.example' })).status !== 201)
    await pause(100);
  for (;;) {
    const { rowCount } = await owner.query(
      `select from pgboss.job where name = 'accounts.send-invitation' and started_on is not null`,
    );
    if (rowCount) return Math.round(performance.now() - started);
    await pause(50);
  }
}
