// A trivial authenticated read through the whole stack (gates, session, tenant wall, contract in and out, log, metrics)
// against bare Fastify with the same single query, in the same run.
import { type ChildProcess, spawn } from 'node:child_process';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { scenarios } from '../apps/server/db/seed/scenarios.ts';
import { type Figure, ratioFigure } from './figures.ts';
import { requestsPerSecond } from './load.ts';
import { answering, signIn, startApi } from './server.ts';

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
    children.push(startApi(apiPort, postgres.appUrl(), await freePort()), startBare(barePort, postgres.ownerUrl()));
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

function startBare(port: number, databaseUrl: string): ChildProcess {
  return spawn('node', ['bare-fastify.ts', String(port), databaseUrl], {
    cwd: new URL('.', import.meta.url).pathname,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
