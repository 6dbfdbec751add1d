import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../test/harness/postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { startWatch } from '../../test/harness/watch.ts';

/** Processes start slowly on a busy machine. */

const drainSeconds = 3;
const scratch = mkdtempSync(join(tmpdir(), 'waggle-shutdown-'));
let db: TestDatabase;
let children: ChildProcess[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  await db.owner.query(
    `with house as (insert into organizations (name) values ('House') returning id)
     insert into link_targets (short_code, organization_id, kind, ref_id, target_url)
     select 'printed123', id, 'qr', gen_random_uuid(), 'https://example.com/' from house`,
  );
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
});
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true });
  await db.drop();
});

type Ports = { api: number; edge: number; worker: number; metrics: number; smtp: number };
const freePorts = async (): Promise<Ports> => {
  const [api = 0, edge = 0, worker = 0, metrics = 0, smtp = 0] = await Promise.all(
    Array.from({ length: 5 }, () => freePort()),
  );
  return { api, edge, worker, metrics, smtp };
};

async function start(ports: Ports, env: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn('node', [new URL('../cli.ts', import.meta.url).pathname, 'all'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      WAGGLE_MODE: 'test',
      PUBLIC_URL: 'http://waggle.test',
      DATABASE_URL: db.appUrl,
      DATABASE_POOL_SIZE: '4',
      EDGE_DATA: join(scratch, String(ports.edge)),
      JOURNAL_DIR: join(scratch, 'journal'),
      SECRET_KEY: 'a test secret that is long enough 0123',
      SMTP_URL: 'smtp://127.0.0.1:1',
      HOST: '127.0.0.1',
      API_PORT: String(ports.api),
      EDGE_PORT: String(ports.edge),
      WORKER_PORT: String(ports.worker),
      METRICS_PORT: String(ports.metrics),
      INBOUND_SMTP_PORT: String(ports.smtp),
      SHUTDOWN_GRACE_SECONDS: '10',
      SHUTDOWN_DRAIN_SECONDS: String(drainSeconds),
      SHED_EVENT_LOOP_DELAY_MS: '0',
      UNSAFE_NO_RATE_LIMITS: 'true',
      ...env,
    },
  });
  children.push(child);
  for (const deadline = Date.now() + 60_000; !(await isReady(ports)); await pause(100))
    if (Date.now() > deadline) throw new Error('The process did not become ready.');
  return child;
}

type Answer = { status: number; headers: IncomingHttpHeaders };

const ask = (port: number, path: string, agent?: Agent, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { host: 'waggle.test', ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) };
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent }, (reply) => {
      reply.resume();
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers }));
      reply.once('error', reject);
    });
    asked.once('error', reject);
    asked.end(method === 'GET' ? undefined : '{}');
  });

async function isReady({ api, edge, worker }: Ports): Promise<boolean> {
  const asked = [api, edge, worker].map((port) => ask(port, '/readyz').then(({ status }) => status === 200));
  return (await Promise.all(asked.map((ready) => ready.catch(() => false)))).every(Boolean);
}

async function said(socket: Socket, text: RegExp): Promise<string> {
  let heard = '';
  socket.on('data', (chunk) => (heard += String(chunk)));
  await vi.waitFor(() => expect(heard).toMatch(text), { timeout: 60_000 });
  return heard;
}

test('P18: readiness goes first, then everything is answered on and its connection ended, then the ports close', async () => {
  const ports = await freePorts();
  const child = await start(ports);
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  await ask(ports.api, '/healthz', kept);
  const mailServer = connect(ports.smtp, '127.0.0.1');
  await said(mailServer, /^220 /);
  const mailServerEnded = once(mailServer, 'close');
  const slow = connect(ports.api, '127.0.0.1');
  const [half, rest] = ['{"email":"nobody@house.example",', '"password":"violet harbour 42"}'] as const;
  slow.write('POST /api/auth/login HTTP/1.1\r\nhost: waggle.test\r\ncontent-type: application/json\r\n');
  slow.write(`content-length: ${half.length + rest.length}\r\n\r\n${half}`);
  await pause(200);

  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await vi.waitFor(async () => expect((await ask(ports.api, '/readyz')).status).toBe(503), { timeout: 2_000 });
  const during = await Promise.all([
    ask(ports.api, '/healthz', kept),
    ask(ports.edge, '/qr/printed123', new Agent({ keepAlive: true })),
    ask(ports.edge, '/readyz'),
    ask(ports.worker, '/readyz'),
    ask(ports.api, '/api/auth/me', new Agent({ keepAlive: true })),
  ]);
  await pause(drainSeconds * 1_000);
  slow.write(rest);

  expect(during.map(({ status }) => status)).toEqual([200, 302, 503, 503, 401]);
  expect(during.every(({ headers }) => headers.connection === 'close')).toBe(true);
  expect(await said(slow, /^HTTP\/1\.1 401[^]*connection: close/i)).toBeTruthy();
  expect(await said(mailServer, /421 /)).toBeTruthy();
  await mailServerEnded;
  expect(await ended).toEqual([0, null]);
  await expect(ask(ports.api, '/readyz')).rejects.toThrow('ECONNREFUSED');
});

test('P18: two processes are replaced one after the other under load, and no request fails', async () => {
  const sets = [await freePorts(), await freePorts()];
  const processes = [await start(sets[0]!), await start(sets[1]!)];
  const ready = [true, true];
  const figures = { answered: 0, failed: [] as string[], over: false };
  const probe = async () => {
    for (; !figures.over; await pause(200)) for (const [at, ports] of sets.entries()) ready[at] = await isReady(ports);
  };
  const paths = ['/api/auth/me', '/qr/printed123', '/healthz', 'POST /api/auth/logout'];
  const visitor = async (number: number) => {
    // A balancer keeps its connections; each visitor uses those of the balancer.
    for (let turn = number; !figures.over; turn += 1) {
      const chosen = ready[turn % 2] ? turn % 2 : (turn + 1) % 2;
      const [path = '', method] = (paths[turn % paths.length] ?? '').split(' ').toReversed();
      await ask(sets[chosen]!.api, path, agents[chosen], method).then(
        ({ status }) => {
          figures.answered += 1;
          if (status >= 500) figures.failed.push(`${path} ${status}`);
        },
        (error: Error) => figures.failed.push(`${path} ${error.message}`),
      );
      await pause(5);
    }
  };
  const agents = sets.map(() => new Agent({ keepAlive: true, maxSockets: 20 }));
  const running = [probe(), ...Array.from({ length: 8 }, (_, number) => visitor(number))];

  for (const at of [0, 1]) {
    const ended = once(processes[at]!, 'exit');
    processes[at]!.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    processes[at] = await start(sets[at]!);
    await pause(1_000);
  }
  figures.over = true;
  await Promise.all(running);

  expect(figures.failed).toEqual([]);
  expect(figures.answered).toBeGreaterThan(500);
});

test('P18: a second signal ends the process at once', async () => {
  const ports = await freePorts();
  const child = await start(ports, { SHUTDOWN_DRAIN_SECONDS: '60' });
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await vi.waitFor(async () => expect((await ask(ports.api, '/readyz')).status).toBe(503), { timeout: 60_000 });
  const sinceTold = startWatch();

  child.kill('SIGINT');

  expect(await ended).toEqual([1, null]);
  expect(sinceTold()).toBeLessThan(2_000);
});
