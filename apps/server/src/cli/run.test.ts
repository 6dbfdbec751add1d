import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../test/harness/postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';

let db: TestDatabase;
let ports: number[];
let server: ChildProcess;
let output = '';

beforeAll(async () => {
  db = await createTestDatabase();
  ports = await Promise.all(Array.from({ length: 4 }, () => freePort()));
  server = spawn('node', [new URL('../cli.ts', import.meta.url).pathname, 'all'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
      DATABASE_URL: db.appUrl,
      SECRET_KEY: 'a test secret that is long enough 0123',
      SMTP_URL: 'smtp://127.0.0.1:1',
      HOST: '127.0.0.1',
      API_PORT: String(ports[0]),
      EDGE_PORT: String(ports[1]),
      WORKER_PORT: String(ports[2]),
      METRICS_PORT: String(ports[3]),
      SHUTDOWN_GRACE_SECONDS: '5',
    },
  });
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  await answering(`http://127.0.0.1:${ports[2]}/readyz`);
});
afterAll(async () => {
  server.kill('SIGKILL');
  await db.drop();
});

async function answering(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    const up = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer: ${output}`);
}

test('the three roles run in one process, each with its own health', async () => {
  const answers = await Promise.all([0, 1, 2].map((at) => fetch(`http://127.0.0.1:${ports[at]}/readyz`)));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('Prometheus finds requests, connections and jobs', async () => {
  await fetch(`http://127.0.0.1:${ports[0]}/healthz`);
  const metrics = await (await fetch(`http://127.0.0.1:${ports[3]}/metrics`)).text();

  expect(metrics).toContain('http_request_duration_seconds_bucket');
  expect(metrics).toContain('database_connections{');
  expect(metrics).toContain('jobs_waiting{');
});

test('SIGTERM ends it in order within its grace, with exit code 0', async () => {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');

  const [code] = await ended;

  expect(code).toBe(0);
  expect(output).toContain('"msg":"stopping"');
});
