import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../test/harness/postgres.ts';
import { createSecrets } from '../platform/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';

let db: TestDatabase;
let ports: number[];
let server: ChildProcess;
let output = '';
/** A key of links that no SECRET_KEY of this installation opens. */
const lostKey = createSecrets({ SECRET_KEY: 'a key that nobody has any more 012345' }).encrypt(
  { purpose: 'link', owner: 'installation' },
  'lost',
);
const edgeData = mkdtempSync(join(tmpdir(), 'waggle-edge-'));

beforeAll(async () => {
  db = await createTestDatabase();
  ports = await Promise.all(Array.from({ length: 4 }, () => freePort()));
  await db.owner.query(
    `with house as (insert into organizations (name) values ('House') returning id)
     insert into link_targets (short_code, organization_id, kind, ref_id, target_url)
     select 'printed123', id, 'qr', gen_random_uuid(), 'https://example.com/' from house`,
  );
  await db.owner.query('insert into link_keys (id, secret) values (1, $1)', [lostKey]);
  server = start('all', db.appUrl);
  for (const port of ports.slice(0, 3)) await answering(`http://127.0.0.1:${port}/readyz`);
});
afterAll(async () => {
  server.kill('SIGKILL');
  rmSync(edgeData, { recursive: true, force: true });
  await db.drop();
});

function start(command: string, databaseUrl: string): ChildProcess {
  const child = spawn('node', [new URL('../cli.ts', import.meta.url).pathname, command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
      DATABASE_URL: databaseUrl,
      EDGE_DATA: edgeData,
      JOURNAL_DIR: join(edgeData, 'journal'),
      SECRET_KEY: 'a test secret that is long enough 0123',
      SMTP_URL: 'smtp://127.0.0.1:1',
      HOST: '0.0.0.0',
      API_PORT: String(ports[0]),
      EDGE_PORT: String(ports[1]),
      WORKER_PORT: String(ports[2]),
      METRICS_PORT: String(ports[3]),
      SHUTDOWN_GRACE_SECONDS: '5',
      SHUTDOWN_DRAIN_SECONDS: '0',
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  return child;
}

async function answering(url: string): Promise<void> {
  for (const deadline = Date.now() + 55_000; Date.now() < deadline;) {
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

test('P3: a key of links that cannot be read is an error in the log and in the health of the edge, and stops nothing', async () => {
  const ready = () => fetch(`http://127.0.0.1:${ports[1]}/readyz`);

  await expect.poll(async () => (await ready()).json()).toEqual({ status: 'degraded', unreadableLinkKeys: [1] });
  expect((await ready()).status).toBe(200);
  await expect.poll(() => output).toContain('links signed with this key answer 503');
});

test('Prometheus finds requests, connections and jobs', async () => {
  await fetch(`http://127.0.0.1:${ports[0]}/healthz`);
  const metrics = await (await fetch(`http://127.0.0.1:${ports[3]}/metrics`)).text();

  expect(metrics).toContain('http_request_duration_seconds_bucket');
  expect(metrics).toContain('database_connections{');
  expect(metrics).toContain('jobs_waiting{');
  expect(metrics).toContain('inbox_spooled{');
});

test('S7: the metrics tell nothing of the process and the machine', async () => {
  const metrics = await (await fetch(`http://127.0.0.1:${ports[3]}/metrics`)).text();

  expect(metrics).not.toContain(hostname());
  expect(metrics).not.toContain('cli.ts');
  expect(metrics).not.toMatch(/process_command|process_executable|host_name/);
});

test('S7: metrics and the health of the worker are reached from this machine only, whatever HOST says', async () => {
  // Another address of the same machine: only what listens on all of them answers there.
  const answers = await Promise.all(
    ports.map((port) =>
      fetch(`http://127.0.0.2:${port}/healthz`).then(
        () => 'answers',
        () => 'closed',
      ),
    ),
  );

  expect(answers).toEqual(['answers', 'answers', 'closed', 'closed']);
});

test('a printed code leads on from the address people know and from the port of the edge', async () => {
  for (const at of [0, 1]) {
    const answer = await fetch(`http://127.0.0.1:${ports[at]}/qr/printed123`, { redirect: 'manual' });

    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://example.com/']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

test('SIGTERM ends it in order within its grace, with exit code 0', async () => {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');

  const [code] = await ended;

  expect(code).toBe(0);
  expect(output).toContain('"msg":"stopping"');
});

test('SIGTERM has left every scan in the database', async () => {
  expect((await db.owner.query('select from inbox_events')).rowCount).toBe(2);
});

test('an edge starts while the database is away, leads on, and says that it is degraded', async () => {
  const edge = start('edge', 'postgres://waggle_app@127.0.0.1:1/nobody');
  try {
    await answering(`http://127.0.0.1:${ports[1]}/healthz`);

    const code = await fetch(`http://127.0.0.1:${ports[1]}/qr/printed123`, { redirect: 'manual' });
    const unknown = await fetch(`http://127.0.0.1:${ports[1]}/qr/neverSeen1`, { redirect: 'manual' });
    const ready = await fetch(`http://127.0.0.1:${ports[1]}/readyz`);

    expect([code.status, code.headers.get('location')]).toEqual([302, 'https://example.com/']);
    expect(unknown.status).toBe(503);
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { status: 'degraded', database: 'unavailable', unreadableLinkKeys: [1] },
    ]);
    const ended = once(edge, 'exit');
    edge.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    expect(readdirSync(join(edgeData, 'spool'))).toHaveLength(1);
  } finally {
    edge.kill('SIGKILL');
  }
});
