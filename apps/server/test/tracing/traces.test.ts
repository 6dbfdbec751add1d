import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../harness/postgres.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] };
type Batch = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

const folder = mkdtempSync(join(tmpdir(), 'waggle-traces-'));
const spans: Span[] = [];
let db: TestDatabase;
let collector: Server;
let server: ChildProcess;
let address: string;

beforeAll(async () => {
  collector = createServer((request, response) => {
    void json(request).then((batch) => {
      const { resourceSpans } = batch as Batch;
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve));
  db = await createTestDatabase();
  const [api, metrics] = await Promise.all([freePort(), freePort()]);
  address = `http://127.0.0.1:${api}`;
  server = spawn('node', [new URL('../../src/cli.ts', import.meta.url).pathname, 'api'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PUBLIC_URL: address,
      DATABASE_URL: db.appUrl,
      JOURNAL_DIR: join(folder, 'journal'),
      SECRET_KEY: 'a test secret that is long enough 0123',
      SMTP_URL: 'smtp://127.0.0.1:1',
      LOG_LEVEL: 'fatal',
      API_PORT: String(api),
      METRICS_PORT: String(metrics),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
  });
  await vi.waitFor(
    async () => {
      if (!(await fetch(`${address}/readyz`)).ok) throw new Error('not ready');
    },
    { timeout: 120_000, interval: 200 },
  );
});
afterAll(async () => {
  server.kill('SIGKILL');
  collector.close();
  rmSync(folder, { recursive: true, force: true });
  await db.drop();
});

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const browserSpan = '00f067aa0ba902b7';

test('a call that brings a trace is one with its statements in it, and no value of a statement is told', async () => {
  await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: address,
      traceparent: `00-${traceId}-${browserSpan}-01`,
    },
    body: JSON.stringify({ email: 'nobody@waggle.test', password: 'violet harbour 42' }),
  });

  const ofCall = () => spans.filter((span) => span.traceId === traceId);
  const call = await vi.waitFor(
    () => {
      const found = ofCall().find(({ parentSpanId }) => parentSpanId === browserSpan);
      expect(found).toBeDefined();
      return found!;
    },
    { timeout: 60_000, interval: 100 },
  );
  const statements = ofCall().filter(({ parentSpanId }) => parentSpanId === call.spanId);

  expect(call.name).toBe('POST /api/auth/login');
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.flatMap(({ attributes }) => attributes.map(({ key }) => key))).toContain('db.query.text');
  expect(JSON.stringify(spans)).not.toContain('nobody@waggle.test');
});
