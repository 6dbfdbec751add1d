import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../../apps/server/db/seed/scenarios.ts';
import { developmentSecretKey } from '../../apps/server/src/platform/config.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { type MailCatcher, startMailCatcher } from '../../apps/server/test/harness/mail-catcher.ts';
import { freePort } from '../../apps/server/test/harness/postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/harness/test-database.ts';
import type { AutomationSummary, Run } from '../../packages/contracts/src/automations.ts';
import type { CampaignSummary } from '../../packages/contracts/src/campaigns.ts';
import type { Contact } from '../../packages/contracts/src/contacts.ts';
import type { FormFunnel, FormSpam, FormSubmission, ListedForm } from '../../packages/contracts/src/forms.ts';
import type { QrCode } from '../../packages/contracts/src/qr-codes.ts';
import type { SendingDomain } from '../../packages/contracts/src/sending.ts';
import { startDemoDns } from '../dev/demo-dns.ts';
import { type Ask, type Server, signIn } from './caller.ts';
import { business, clients, type Company } from './companies.ts';
import { makeDemo } from './demo.ts';

let db: TestDatabase;
let database: Database;
let mail: MailCatcher;
let dns: Awaited<ReturnType<typeof startDemoDns>>;
let child: ChildProcess;
let folder: string;
let server: Server;

/** The server as `pnpm demo` starts it, on ports of its own, with few contacts. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-demo-'));
  db = await createTestDatabase();
  database = openDatabase({ DATABASE_URL: db.appUrl, DATABASE_POOL_SIZE: 4, DATABASE_STATEMENT_TIMEOUT_MS: 30_000 });
  mail = await startMailCatcher();
  dns = await startDemoDns(join(folder, 'dns.json'));
  const [port, edge, worker, metrics, bouncePort] = await Promise.all(Array.from({ length: 5 }, freePort));
  server = { port: port!, publicUrl: `http://localhost:${port}` };
  child = spawn('node', ['apps/server/src/cli.ts', 'all'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      WAGGLE_MODE: 'demo',
      PUBLIC_URL: server.publicUrl,
      DATABASE_URL: db.appUrl,
      SECRET_KEY: developmentSecretKey,
      SMTP_URL: mail.url,
      SENDING_SMTP_URL: mail.url,
      ALLOW_PRIVATE_MAIL_SERVERS: 'true',
      DNS_SERVERS: dns.address,
      RETURN_PATH_HOST: 'bounces.waggle.example',
      INBOUND_SMTP_PORT: String(bouncePort),
      TRUSTED_PROXIES: '127.0.0.1',
      HOST: '127.0.0.1',
      API_PORT: String(port),
      EDGE_PORT: String(edge),
      WORKER_PORT: String(worker),
      METRICS_PORT: String(metrics),
      EDGE_DATA: join(folder, 'edge'),
      JOURNAL_DIR: join(folder, 'journal'),
      LOG_LEVEL: 'warn',
    },
  });
  await answering(`http://127.0.0.1:${port}/healthz`);
  await makeDemo({
    database,
    server,
    mail,
    bouncePort: bouncePort!,
    publish: dns.publish,
    say: () => {},
    contacts: 60,
  });
});
afterAll(async () => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  await mail.close();
  await dns.close();
  await database.close();
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function answering(url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    if (await fetch(url).catch(() => null)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer.`);
}

type List<Item> = { items: Item[]; total: number };
const dayMs = 86_400_000;

/** Of three campaigns a silent company left out the last. */
async function expectAll(ask: Ask, company: Company): Promise<void> {
  const contacts = await ask<List<unknown>>('GET', '/api/contacts?limit=1');
  const tags = await ask<List<{ contacts: number }>>('GET', '/api/tags');
  const segments = await ask<List<unknown>>('GET', '/api/segments');
  const { items: codes } = await ask<List<QrCode>>('GET', '/api/qr-codes');
  const { items: campaigns } = await ask<List<CampaignSummary>>('GET', '/api/campaigns');
  const domains = await ask<List<SendingDomain>>('GET', '/api/sending/domains');
  const sent = campaigns.filter(({ status }) => status === 'COMPLETED');

  expect(contacts.total).toBeGreaterThan(60);
  expect(tags.items.every((tag) => tag.contacts > 0)).toBe(true);
  expect(segments.total).toBe(3);
  expect(domains.items.map(({ state }) => state)).toEqual(['verified']);
  for (const { scans, trend } of codes) {
    expect(scans).toBeGreaterThan(0);
    expect(trend.filter((day) => day > 0).length).toBeGreaterThan(1);
  }
  expect(campaigns.filter(({ status }) => status === 'DRAFT')).toHaveLength(1);
  expect(sent).toHaveLength(company.isSilent ? 2 : 3);
  for (const { stats, sentAt } of sent) {
    expect(stats.opened).toBeGreaterThan(0);
    expect(stats.sent).toBeGreaterThan(stats.opened);
    expect(Date.now() - Date.parse(sentAt!)).toBeGreaterThan(7 * dayMs);
  }
  // Each campaign goes to everybody who is there by then, and more come all the time.
  const audiences = sent
    .toSorted((a, b) => Date.parse(a.sentAt!) - Date.parse(b.sentAt!))
    .map((each) => each.audience!);
  expect(audiences).toEqual(audiences.toSorted((a, b) => a - b));
  expect(sent.reduce((sum, { stats }) => sum + stats.clicked, 0)).toBeGreaterThan(0);
}

/** What the list of forms says, what their funnels say and what is kept are the same figures. */
async function expectForms(ask: Ask): Promise<void> {
  const { items: forms } = await ask<List<ListedForm>>('GET', '/api/forms?limit=100');
  const { items: people } = await ask<List<Contact>>('GET', '/api/contacts?limit=100&source=form');
  expect(forms).toHaveLength(4);
  expect(people.length).toBeGreaterThan(0);
  const all: FormSubmission[] = [];
  let spam = 0;
  for (const { id, submissions, completion, trend } of forms) {
    const { items, total } = await ask<List<FormSubmission>>('GET', `/api/forms/${id}/submissions?limit=100`);
    const { views, starts, completions, fields } = await ask<FormFunnel>('GET', `/api/forms/${id}/funnel`);
    const figures = await ask<{ total: number; since: string }>('GET', `/api/forms/${id}/figures`);
    const lately = items.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < 50 * dayMs).length;
    expect([total, completions, figures.total]).toEqual([submissions, submissions, submissions]);
    expect(starts).toBeGreaterThanOrEqual(completions);
    expect(views).toBeGreaterThan(starts);
    expect(completion).toBeCloseTo(completions / views, 2);
    expect(fields[0]!.reached).toBe(starts);
    expect(trend.reduce((sum, week) => sum + week, 0)).toBeGreaterThanOrEqual(lately);
    expect(figures.since).toBe(items.at(-1)?.createdAt);
    spam += (await ask<List<FormSpam>>('GET', `/api/forms/${id}/spam`)).total;
    all.push(...items);
  }
  const { trends } = await ask<{ trends: { forms: number[] } }>('GET', '/api/dashboard/metrics');
  expect([trends.forms.at(0), trends.forms.at(-1)]).toEqual([4, 4]);
  const times = all.map(({ createdAt }) => Date.parse(createdAt));
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(30 * dayMs);
  expect(spam).toBeGreaterThan(0);
  const scanned = all.filter(({ touch, contactId }) => touch?.kind === 'scan' && contactId !== null);
  expect(scanned.length).toBeGreaterThan(0);
  for (const { createdAt, touch } of scanned) {
    const earlier = Date.parse(createdAt) - Date.parse(touch!.at);
    expect(earlier).toBeGreaterThan(0);
    expect(earlier).toBeLessThan(3_600_000);
  }
  expect(all.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(['created', 'known']));
  // Some signed up and never confirmed.
  const consents = people.map(({ emailConsent }) => emailConsent);
  expect(consents).toEqual(expect.arrayContaining(['confirmed', 'pending']));
}

test('the agency has four clients with contacts, tags, segments, QR codes and campaigns that were read', async () => {
  const priya = await signIn(server, 'priya@fernhill.example', demoPassword);
  const { items: all } = await priya<List<{ id: string; name: string; isActive: boolean }>>('GET', '/api/clients');
  const active = all.filter(({ isActive }) => isActive);

  expect(active.map(({ name }) => name).toSorted()).toEqual(clients.map(({ sender }) => sender.name).toSorted());
  for (const { id, name } of active) {
    await priya('POST', '/api/auth/set-active-client', { clientId: id });
    await expectAll(
      priya,
      clients.find(({ sender }) => sender.name === name)!,
    );
    await expectForms(priya);
  }
  await priya('POST', '/api/auth/set-active-client', { clientId: null });
  const { items } = await priya<List<CampaignSummary>>('GET', '/api/campaigns');
  const sum = (pick: (stats: CampaignSummary['stats']) => number) =>
    items.reduce((total, { stats }) => total + pick(stats), 0);
  expect(sum(({ bounced }) => bounced)).toBeGreaterThan(0);
  expect(sum(({ unsubscribed }) => unsubscribed)).toBeGreaterThan(0);
});

test('the control room of the agency has one client at risk, two to watch and one that is well', async () => {
  const priya = await signIn(server, 'priya@fernhill.example', demoPassword);

  const { items } = await priya<List<{ name: string; health: string }>>('GET', '/api/dashboard/clients');

  expect(items.map(({ health }) => health)).toEqual(['at-risk', 'watch', 'watch', 'good']);
});

test('the business has the same', async () => {
  expect.hasAssertions();
  const hannah = await signIn(server, 'hannah@juniper.example', demoPassword);
  await expectAll(hannah, business);
  await expectForms(hannah);
});

test('an automation has people at several steps, some through and at the goal; one is paused and one a draft', async () => {
  const hannah = await signIn(server, 'hannah@juniper.example', demoPassword);
  const { items } = await hannah<List<AutomationSummary>>('GET', '/api/automations');
  const [live] = items.filter(({ status }) => status === 'live');
  const figures = await hannah<{ steps: { stepId: string; here: number }[] }>(
    'GET',
    `/api/automations/${live!.id}/figures`,
  );
  const { items: runs } = await hannah<List<{ startedAt: string }>>('GET', `/api/automations/${live!.id}/runs`);
  const { items: past } = await hannah<List<Run>>('GET', `/api/automations/${live!.id}/runs?state=left`);

  expect(items.map(({ status }) => status).toSorted()).toEqual(['draft', 'live', 'paused']);
  expect(items.find(({ status }) => status === 'paused')!.inside).toBeGreaterThan(0);
  expect(figures.steps.filter(({ here }) => here > 0).length).toBeGreaterThan(2);
  expect(live!.inside).toBe(runs.length);
  expect(live!.reached).toBe(2);
  expect(past.some(({ reason }) => reason === 'completed')).toBe(true);
  const ages = runs.map(({ startedAt }) => Date.now() - Date.parse(startedAt));
  expect(Math.max(...ages)).toBeGreaterThan(5 * dayMs);
});

test('people bought something after what led to it, and every model shares all of it', async () => {
  const hannah = await signIn(server, 'hannah@juniper.example', demoPassword);
  type Shares = Record<'last' | 'first' | 'linear' | 'position', number>;
  const { sources, others, none, revenue } = await hannah<{
    sources: Shares[];
    others: Shares;
    none: Shares;
    revenue: { all: number };
  }>('GET', '/api/analytics/funnel?period=90d');

  expect(sources.length).toBeGreaterThan(0);
  expect(revenue.all).toBeGreaterThan(0);
  for (const model of ['last', 'first', 'linear', 'position'] as const)
    expect([...sources, others, none].reduce((sum, shares) => sum + shares[model], 0)).toBe(revenue.all);
});
