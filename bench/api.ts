// A trivial authenticated read through the whole stack (gates, session, tenant wall, contract in and out, log, metrics)
// against bare Fastify with the same single query, in the same run.
import { type ChildProcess, spawn } from 'node:child_process';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { demoPassword, scenarios } from '../apps/server/db/seed/scenarios.ts';
import { type Figure, ratioFigure } from './figures.ts';
import { requestsPerSecond } from './load.ts';

/** Many short rounds in turns: work of others on the machine then falls on both alike. */
const rounds = 15;
const seconds = 2;

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const children: ChildProcess[] = [];
  try {
    await migrate(postgres.ownerUrl(), () => {});
    const database = openDatabase({
      DATABASE_URL: postgres.appUrl(),
      DATABASE_POOL_SIZE: 2,
      DATABASE_STATEMENT_TIMEOUT_MS: 5_000,
    });
    await scenarios['demo']!(database);
    await database.close();

    const apiPort = await freePort();
    const barePort = await freePort();
    const origin = `http://127.0.0.1:${apiPort}`;
    children.push(
      startApi(apiPort, origin, postgres.appUrl(), await freePort()),
      startBare(barePort, postgres.ownerUrl()),
    );
    const cookie = await signIn(origin);
    await answering(`http://127.0.0.1:${barePort}/`);

    const ours: number[] = [];
    const bare: number[] = [];
    // The first round warms both up and does not count.
    for (let round = -1; round < rounds; round += 1) {
      bare.push(requestsPerSecond(`http://127.0.0.1:${barePort}/`, { seconds }));
      ours.push(requestsPerSecond(`${origin}/api/organization`, { seconds, headers: { cookie } }));
    }
    return [ratioFigure('requests_per_s', ours.slice(1), bare.slice(1), 0.5)];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await postgres.destroy();
  }
}

function startApi(port: number, origin: string, databaseUrl: string, metricsPort: number): ChildProcess {
  return spawn('node', ['apps/server/src/cli.ts', 'api'], {
    cwd: new URL('..', import.meta.url).pathname,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PUBLIC_URL: origin,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'a secret for measurements only 012345',
      SMTP_URL: 'smtp://127.0.0.1:1',
      HOST: '127.0.0.1',
      API_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATABASE_POOL_SIZE: '10',
      LOG_LEVEL: 'info',
    },
  });
}

function startBare(port: number, databaseUrl: string): ChildProcess {
  return spawn('node', ['bare-fastify.ts', String(port), databaseUrl], {
    cwd: new URL('.', import.meta.url).pathname,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function signIn(origin: string): Promise<string> {
  await answering(`${origin}/healthz`);
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'priya@fernhill.example', password: demoPassword }),
  });
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}: ${await answer.text()}`);
  const session = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('waggle.session_token='));
  return session?.split(';')[0] ?? '';
}

async function answering(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    const up = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer.`);
}
