import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../test/harness/postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { loadConfig } from '../platform/config.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { createHeartbeats, type Heartbeats } from '../platform/heartbeats.ts';
import { createHttpApp } from '../platform/http/app.ts';
import { startDraining } from '../platform/http/draining.ts';
import { serveHealth } from '../platform/http/health.ts';
import { createLog } from '../platform/log.ts';
import { healthCommand } from './health.ts';

let db: TestDatabase;
let apps: FastifyInstance[] = [];
let databases: Database[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await Promise.all(databases.map((database) => database.close()));
  apps = [];
  databases = [];
  process.exitCode = 0;
  vi.restoreAllMocks();
});
afterAll(() => db.drop());

const configOf = (env: Record<string, string> = {}) =>
  loadConfig({
    WAGGLE_MODE: 'test',
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: db.appUrl,
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'silent',
    ...env,
  });

/** What answers on the port of a role, on a database that is there or not. */
async function serve(heartbeats?: Heartbeats, env: Record<string, string> = {}) {
  const config = configOf(env);
  const database = openDatabase(config);
  const app = await createHttpApp(config, createLog(config, 'test'));
  serveHealth(app, database, heartbeats);
  await app.listen({ host: '127.0.0.1', port: 0 });
  apps.push(app);
  databases.push(database);
  return { app, port: String((app.server.address() as AddressInfo).port) };
}

async function health(env: Record<string, string>, ...args: string[]) {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  await healthCommand(configOf(env), args);
  return { lines, code: process.exitCode ?? 0 };
}

test('waggle health ends with 0 when every role is ready, and names each', async () => {
  const [api, edge, worker] = [await serve(), await serve(), await serve(createHeartbeats())];

  const { lines, code } = await health({ API_PORT: api.port, EDGE_PORT: edge.port, WORKER_PORT: worker.port });

  expect(lines).toEqual(['api: {"status":"ready"}', 'edge: {"status":"ready"}', 'worker: {"status":"ready"}']);
  expect(code).toBe(0);
});

test('waggle health of one role asks that one alone', async () => {
  const { port } = await serve();

  expect(await health({ EDGE_PORT: port }, 'edge')).toEqual({ lines: ['edge: {"status":"ready"}'], code: 0 });
});

test('waggle health ends with 1 when nobody answers', async () => {
  const { lines, code } = await health({ WORKER_PORT: String(await freePort()) }, 'worker');

  expect(lines).toEqual([expect.stringMatching(/^worker: .*ECONNREFUSED/)]);
  expect(code).toBe(1);
});

test('waggle health ends with 1 without a database, while the process stops, and while a loop is stuck', async () => {
  const away = await serve(undefined, { DATABASE_URL: 'postgres://waggle_app@127.0.0.1:1/nobody' });
  const stopping = await serve();
  startDraining(stopping.app);
  const stuck = await serve({ ...createHeartbeats(), stuck: () => [{ loop: 'drain', seconds: 90 }] });

  const { lines, code } = await health({ API_PORT: away.port, EDGE_PORT: stopping.port, WORKER_PORT: stuck.port });

  expect(lines).toEqual([
    'api: {"status":"database unavailable"}',
    'edge: {"status":"stopping"}',
    'worker: {"status":"stuck","loops":[{"loop":"drain","seconds":90}]}',
  ]);
  expect(code).toBe(1);
});

test('waggle health refuses a role that does not exist', async () => {
  await expect(health({}, 'wrker')).rejects.toThrow('one of api, edge, worker');
  await expect(health({}, 'api', 'edge')).rejects.toThrow('one of api, edge, worker');
});
