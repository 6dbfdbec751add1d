import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../apps/server/test/harness/postgres.ts';
import { createTestDatabase, type TestDatabase } from '../apps/server/test/harness/test-database.ts';
import { read, root, rowsUnder } from './docs/read-docs.ts';
import { readExported, readKinds, type Series } from './monitoring/exported.ts';
import { matches, readExpression, type Selector } from './monitoring/promql.ts';
import { alarms, expressions, panels, recorded } from './monitoring/rules.ts';

/** Of Prometheus itself and of the exporters the rules name. */
const foreign = new Set([
  'up',
  'probe_success',
  'pg_stat_activity_max_tx_duration',
  'pg_replication_lag_seconds',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'node_systemd_unit_state',
]);
/** Told only where PostgreSQL archives its write-ahead log, and the one of the tests does not. */
const archiving = ['wal_archive_age_seconds', 'wal_archive_failing'];
/** Prometheus gives them to every series, and renames ours where they have the same name. */
const scraped = ['instance', 'job'];
const folder = mkdtempSync(join(tmpdir(), 'waggle-monitoring-'));
let db: TestDatabase;
let server: ChildProcess;
let text = '';
let exported: Map<string, Series[]>;

beforeAll(async () => {
  db = await createTestDatabase();
  const [api, edge, worker, metrics] = await Promise.all(Array.from({ length: 4 }, () => freePort()));
  const address = `http://127.0.0.1:${api}`;
  server = spawn('node', [join(root, 'apps/server/src/cli.ts'), 'all'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PUBLIC_URL: address,
      DATABASE_URL: db.appUrl,
      EDGE_DATA: join(folder, 'edge'),
      JOURNAL_DIR: join(folder, 'journal'),
      SECRET_KEY: 'a test secret that is long enough 0123',
      SMTP_URL: 'smtp://127.0.0.1:1',
      LOG_LEVEL: 'fatal',
      API_PORT: String(api),
      EDGE_PORT: String(edge),
      WORKER_PORT: String(worker),
      METRICS_PORT: String(metrics),
      SHUTDOWN_DRAIN_SECONDS: '300',
    },
  });
  await answers(`${address}/readyz`, 200);
  await useIt(address);
  await collectsGarbage(address, `http://127.0.0.1:${metrics}/metrics`);
  // While it drains it still tells its metrics, and its health checks are the answers of a server that fails.
  server.kill('SIGTERM');
  await answers(`${address}/readyz`, 503);
  text = await settledMetrics(`http://127.0.0.1:${metrics}/metrics`);
  exported = readExported(text);
});
afterAll(async () => {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  await db.drop();
});

/** The first answer of a failing server and the first job are told a moment after they happened. */
const settledMetrics = (url: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const told = await (await fetch(url)).text();
      for (const series of ['status="5xx"', 'job_tries_total{name="platform.keep-partitions"'])
        if (!told.includes(series)) throw new Error(`${series} is not told`);
      return told;
    },
    { timeout: 60_000, interval: 200 },
  );

/** Of collecting garbage a process tells once it had some: each description of the calls is a megabyte. */
const collectsGarbage = (address: string, metrics: string): Promise<void> =>
  vi.waitFor(
    async () => {
      for (let times = 0; times < 10; times += 1) await (await fetch(`${address}/api/openapi.json`)).text();
      if (!(await (await fetch(metrics)).text()).includes('nodejs_gc_duration'))
        throw new Error('nothing is told of it');
    },
    { timeout: 60_000, interval: 50 },
  );

const answers = (url: string, status: number) =>
  vi.waitFor(async () => expect((await fetch(url)).status).toBe(status), { timeout: 60_000, interval: 100 });

/** What leaves a series only when it happens: a look at Overview, and a campaign that is held. */
async function useIt(address: string): Promise<void> {
  const password = 'violet harbour 42';
  const registered = await fetch(`${address}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({
      name: 'Priya Raman',
      email: 'priya@waggle.test',
      password,
      confirmPassword: password,
      organizationName: 'Juniper Garden Centre',
      organizationType: 'BUSINESS',
    }),
  });
  expect(registered.status).toBe(201);
  const cookie = registered.headers.getSetCookie().map((set) => set.split(';')[0]);
  const overview = await fetch(`${address}/api/dashboard/metrics`, { headers: { cookie: cookie.join('; ') } });
  expect(overview.status).toBe(200);
  await db.owner.query(
    `insert into campaigns (organization_id, name, status, hold_reason, subject, content, recipients, tracking, campaign_month, sent_at, audience)
     select id, 'News', 'PAUSED', 'bounces', 'Hello', '{}', '{}', '{}', date_trunc('month', now())::date, now(), 3 from organizations`,
  );
}

/** What is wrong with one selector, or nothing. */
function complaintAbout({ metric, matchers }: Selector): string[] {
  if (foreign.has(metric) || recorded.has(metric) || archiving.includes(metric)) return [];
  const series = exported.get(metric);
  if (!series) return [`${metric} is not exported`];
  const own = matchers.filter(({ label }) => !scraped.includes(label));
  const isThere = series.some((labels) =>
    own.every((matcher) => labels[matcher.label] !== undefined && matches(matcher, labels[matcher.label]!)),
  );
  return isThere
    ? []
    : [`${metric} has no series with ${own.map(({ label, value }) => `${label} ${value}`).join(', ')}`];
}

const labelsOf = (metric: string): string[] =>
  foreign.has(metric) ? ['name', 'mountpoint'] : (exported.get(metric) ?? []).flatMap((labels) => Object.keys(labels));

test('S10: every expression of the rules and the dashboard finds a series that is exported', () => {
  const wrong = expressions.flatMap((expression) => {
    const { selectors } = readExpression(expression);
    expect(selectors).not.toEqual([]);
    return selectors.flatMap(complaintAbout).map((complaint) => `${expression}: ${complaint}`);
  });

  expect(expressions.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('S10: every label results are grouped by, or a sentence names, is exported', () => {
  const shown = (sentence: string) => [...sentence.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
  const uses = [
    ...expressions.map((expression) => ({ expression, labels: readExpression(expression).grouped })),
    ...alarms.map(({ expr, annotations }) => ({ expression: expr, labels: shown(annotations.summary) })),
    ...panels.flatMap(({ targets }) =>
      targets.map(({ expr, legendFormat = '' }) => ({
        expression: expr,
        labels: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
      })),
    ),
  ];

  const wrong = uses.flatMap(({ expression, labels }) => {
    const known = [...scraped, 'le', ...readExpression(expression).selectors.flatMap(({ metric }) => labelsOf(metric))];
    return labels.filter((label) => !known.includes(label)).map((label) => `${expression}: ${label}`);
  });

  expect(wrong).toEqual([]);
});

test('S10: no series has a label that Prometheus would rename', () => {
  const taken = [...exported].flatMap(([metric, series]) =>
    series.some((labels) => scraped.some((label) => label in labels)) ? [metric] : [],
  );

  expect(taken).toEqual([]);
});

test('S10: the table of metrics in the operations guide has each with its kind and labels, and no other', () => {
  const listed = rowsUnder(read('docs/operations.md'), '| Metric | Kind | Labels | Means |').flatMap(
    ([names = '', kind = '', labels = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `${name} ${kind} ${labels.split(', ').sort().join(' ')}`),
  );
  const real = [...readKinds(text)].flatMap(([name, kind]) => {
    if (name === 'target_info') return [];
    const labels = new Set([name, `${name}_count`].flatMap((series) => labelsOf(series)));
    labels.delete('otel_scope_name');
    return [`${name} ${kind} ${[...labels].sort().join(' ')}`];
  });

  const ofArchive = archiving.map((name) => `${name} gauge `);
  expect(listed.sort()).toEqual([...real, ...ofArchive].sort());
});

test('S10: every alarm has a severity, a sentence, and a row in the operations guide', () => {
  const rows = rowsUnder(read('docs/operations.md'), '| Alarm | Means | Do |');
  const names = alarms.map(({ alert }) => alert);

  expect(rows.map(([name = '']) => name.replaceAll('`', '')).sort()).toEqual(names.toSorted());
  expect(new Set(names).size).toBe(names.length);
  for (const cells of rows) expect(cells.map((cell) => cell === '')).toEqual([false, false, false]);
  for (const { labels, annotations } of alarms) {
    expect(['warning', 'critical']).toContain(labels.severity);
    expect(annotations.summary).toMatch(/^[A-Z].+\.$/);
  }
});

test('S10: no panel of the dashboard lies over another, and each says what it shows and in which unit', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );

  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { title, description, fieldConfig } of panels)
    expect([title, description, fieldConfig.defaults.unit].every(Boolean), title).toBe(true);
});
