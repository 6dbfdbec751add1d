import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Context, inTransaction } from '#platform/context.ts';
import { createJobHarness, type JobHarness } from '#platform/jobs/test-harness.ts';
import { createDial, type Dial } from '#platform/outbound/dial.ts';
import { createHostLookup } from '#platform/outbound/host-lookup.ts';
import { createWebPost } from '#platform/outbound/web-post.ts';
import { createRateLimits } from '#platform/rate-limits.ts';
import { createSecrets } from '#platform/secrets.ts';
import { sql } from 'kysely';
import { askWebhooks } from './ask.ts';
import { webhookHandlers } from './handlers.ts';
import type { Answer } from './ports.ts';
import { renewSigningSecret, signingSecret } from './secret.ts';
import { countedLookup, shares } from './shares.ts';
import { settledBy } from './tell.ts';

const soon = { timeout: 60_000, interval: 50 };
const secrets = createSecrets({ SECRET_KEY: 'a test secret that is long enough 0123' });

type Heard = { body: string; headers: IncomingMessage['headers'] };
let heard: Heard[] = [];
let answers: { status: number; body: string | Buffer }[] = [];
let server: Server;
let port: number;
let harness: JobHarness;
let ctx: Context;
async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  heard.push({ body: await text(request), headers: request.headers });
  const { status, body } = answers.shift() ?? { status: 200, body: '{"ok":true}' };
  reply.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(body);
}
beforeAll(async () => {
  server = createServer((request, reply) => void answer(request, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  harness = await createJobHarness();
});
beforeEach(async () => {
  ctx = await harness.organization();
  [heard, answers] = [[], []];
});
afterEach(() => harness.stopWorkers());
afterAll(async () => {
  await harness.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

/** Leads to the server of this test whatever the name. */
const here: Dial = () =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.pause()));
  });
const limits = () => createRateLimits(harness.database.pool, false);
const start = (dial: Dial = here, answer: typeof answerRun = answerRun) =>
  harness.start(
    webhookHandlers({
      post: createWebPost({ dial, timeoutMs: 2_000 }),
      secrets,
      limits: limits(),
      allowPlain: true,
      answerRun: answer,
    }),
  );
/** As the engine does it, without its places. */
const answerRun = (ctx: Context, { runId, seq, stepId, answer }: Answer) =>
  sql`update automation_runs set wake_at = now(), memory = coalesce(memory, '{}'::jsonb) || ${JSON.stringify({ [stepId]: answer })}::jsonb
    where organization_id = ${ctx.organizationId}::uuid and id = ${runId}::uuid and seq = ${seq}::int`.execute(ctx.db);

const first = async <Row>(sql: string, ...values: unknown[]) => (await harness.owner.query(sql, values)).rows[0] as Row;
const idOf = async (sql: string, ...values: unknown[]) => (await first<{ id: string }>(sql, ...values)).id;

/** A run that rests at a webhook step after its first turn. */
async function waiting(seq = 1) {
  const { organizationId } = ctx;
  const automationId = await idOf(
    `insert into automations (organization_id, name, status, draft, live_version) values ($1, 'Welcome', 'live', '{}', 1) returning id`,
    organizationId,
  );
  const contactId = await idOf(
    `insert into contacts (organization_id, email, first_name, attributes) values ($1, $2, 'Ada', '{"plan":"plus"}') returning id`,
    organizationId,
    `${crypto.randomUUID()}@hooks.example`,
  );
  const runId = await idOf(
    `insert into automation_runs (organization_id, automation_id, contact_id, version, step, seq, wake_at, arrived_at, entered_at)
     values ($1, $2, $3, 1, 3, $4, now() + interval '1 day', now(), now()) returning id`,
    organizationId,
    automationId,
    contactId,
    seq,
  );
  return { automationId, contactId, runId, clientId: null as string | null, stepId: 'abcdefgh', seq, reply: true };
}
const ask = (asked: Awaited<ReturnType<typeof waiting>>, url = 'http://crm.example/in?a=1') =>
  inTransaction(ctx, (ctx) => askWebhooks(ctx, [{ ...asked, url }]));
const row = (runId: string) =>
  first<{
    state: string;
    attempts: number;
    status: number | null;
    answer: string | null;
    problem: string | null;
    next_at: Date | null;
  }>('select state, attempts, status, answer, problem, next_at from automation_webhooks where run_id = $1', runId);
const run = (runId: string) =>
  first<{ memory: unknown; isDue: boolean }>(
    'select memory, wake_at <= now() as "isDue" from automation_runs where id = $1',
    runId,
  );

test('a server is told what the contact is, signed, and the run goes on with its answer', async () => {
  answers = [{ status: 201, body: '{"score":7}' }];
  const asked = await waiting();
  await start();
  await ask(asked);

  await expect.poll(() => row(asked.runId), soon).toMatchObject({ state: 'told', status: 201, attempts: 1 });
  const [{ body, headers } = { body: '', headers: {} }] = heard;
  expect(JSON.parse(body)).toMatchObject({
    automation: { id: asked.automationId, name: 'Welcome' },
    step: 'abcdefgh',
    run: asked.runId,
    contact: { id: asked.contactId, firstName: 'Ada', attributes: { plan: 'plus' } },
  });
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['webhook-signature'])) ?? [];
  const secret = await signingSecret(secrets, ctx);
  expect(signature).toBe(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
  expect(headers).toMatchObject({ host: 'crm.example', 'content-type': 'application/json' });
  expect(await run(asked.runId)).toEqual({
    memory: { abcdefgh: { status: 201, body: { score: 7 } } },
    isDue: true,
  });
});

test('a turn that is made twice asks once', async () => {
  const asked = await waiting();
  await start();
  await ask(asked);
  await ask(asked);

  await expect.poll(() => row(asked.runId), soon).toMatchObject({ state: 'told' });
  expect(heard).toHaveLength(1);
});

test('a run that has gone on meanwhile is left alone', async () => {
  const asked = await waiting(2);
  await start();
  await ask({ ...asked, seq: 1 });

  await expect.poll(() => row(asked.runId), soon).toMatchObject({ state: 'told' });
  expect(await run(asked.runId)).toEqual({ memory: null, isDue: false });
});

test('a server that fails is asked again after a while, and nobody is woken before', async () => {
  answers = [{ status: 503, body: 'later' }];
  const asked = await waiting();
  await start();
  await ask(asked);
  await expect.poll(() => row(asked.runId), soon).toMatchObject({ state: 'waiting', status: 503, problem: 'refused' });
  expect((await run(asked.runId)).isDue).toBe(false);

  await harness.owner.query('update automation_webhooks set next_at = now() where run_id = $1', [asked.runId]);
  const { enqueue } = await import('#platform/jobs/job.ts');
  const { tellWebhooks } = await import('./jobs.ts');
  await enqueue(ctx, tellWebhooks, {});

  await expect.poll(() => row(asked.runId), soon).toMatchObject({ state: 'told', attempts: 2 });
  expect((await run(asked.runId)).isDue).toBe(true);
  expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('a refusal is final and wakes the run with its status', async () => {
  answers = [{ status: 404, body: 'no' }];
  const asked = await waiting();
  await start();
  await ask(asked);

  await expect.poll(() => row(asked.runId), soon).toMatchObject({ state: 'failed', status: 404 });
  expect((await run(asked.runId)).memory).toEqual({ abcdefgh: { status: 404, body: null } });
});

test('a redirect is not followed', async () => {
  answers = [{ status: 302, body: '' }];
  const asked = await waiting();
  await start();
  await ask(asked);

  await expect.poll(() => row(asked.runId), soon).toMatchObject({ state: 'failed', status: 302 });
  expect(heard).toHaveLength(1);
});

test('an answer that is too long is left out, and the run goes on all the same', async () => {
  answers = [
    { status: 200, body: JSON.stringify({ text: 'x'.repeat(1_990) }) },
    { status: 200, body: 'y'.repeat(9_000) },
  ];
  const [one, two] = [await waiting(), await waiting()];
  await harness.owner.query(`update automation_runs set memory = $2 where id = $1`, [
    one.runId,
    JSON.stringify({ aaaaaaaa: { status: 200, body: 'z'.repeat(100) } }),
  ]);
  await start();
  await ask(one);
  await expect.poll(() => row(one.runId), soon).toMatchObject({ state: 'told' });
  await ask(two);
  await expect.poll(() => row(two.runId), soon).toMatchObject({ state: 'told', answer: null });

  expect((await run(one.runId)).memory).toMatchObject({ abcdefgh: { status: 200, body: null } });
  expect(await run(two.runId)).toMatchObject({ memory: { abcdefgh: { status: 200, body: null } }, isDue: true });
});

const nothing = Buffer.alloc(0);
test.each([
  ['whose bytes are no UTF-8', Buffer.alloc(2_000, 0xe9)],
  ['with half of a surrogate pair', '{"name":"\\ud83d"}'],
  ['with half of one as a name', '{"\\udc00":1}'],
  ['with an escaped zero', '{"name":"a\\u0000b"}'],
  ['of nothing', nothing],
])('an answer %s is left out, and the run goes on', async (_, body) => {
  answers = [{ status: 200, body }];
  const asked = await waiting();
  await start();
  await ask(asked);

  await expect.poll(() => row(asked.runId), soon).toMatchObject({ state: 'told', status: 200, attempts: 1 });
  expect(await run(asked.runId)).toEqual({ memory: { abcdefgh: { status: 200, body: null } }, isDue: true });
  expect(heard).toHaveLength(1);
});

/** As many bytes as the column counts: 16 are the name and the signs around it. */
const remembering = (runId: string, bytes: number) =>
  harness.owner.query('update automation_runs set memory = $2 where id = $1', [
    runId,
    JSON.stringify({ aaaaaaaa: 'z'.repeat(bytes - 16) }),
  ]);

test.each([
  ['its status', 1_872, { abcdefgh: { status: 200, body: null } }, true],
  ['that it came', 1_890, { abcdefgh: null }, true],
  ['nothing, and the run goes on when it has waited', 1_910, {}, false],
  ['nothing, also of one that is full', 2_048, {}, false],
])('a run that has no room for an answer keeps %s', async (_, bytes, kept, isDue) => {
  const asked = await waiting();
  await remembering(asked.runId, bytes);
  await start();
  await ask(asked);

  await expect.poll(() => row(asked.runId), soon).toMatchObject({ state: 'told', answer: '{"ok":true}', attempts: 1 });
  const { memory, isDue: isWoken } = await run(asked.runId);
  const { aaaaaaaa, ...more } = memory as Record<string, unknown>;
  expect([more, isWoken, aaaaaaaa]).toEqual([kept, isDue, expect.any(String)]);
  expect(heard).toHaveLength(1);
});

test('an answer that the database refuses all the same is told once and left out', async () => {
  const asked = await waiting();
  await start(here, (ctx) => sql`update automation_runs set memory = '{"a":"\\u0000"}'::text::jsonb`.execute(ctx.db));
  await ask(asked);

  await expect.poll(() => row(asked.runId), soon).toMatchObject({ state: 'told', status: 200, answer: null });
  expect(await run(asked.runId)).toEqual({ memory: null, isDue: false });
  expect(heard).toHaveLength(1);
});

test('nobody is told of a contact that is deleted', async () => {
  const asked = await waiting();
  await harness.owner.query('delete from contacts where id = $1', [asked.contactId]);
  await start();
  await ask(asked);

  await expect.poll(() => row(asked.runId), soon).toMatchObject({ state: 'failed', problem: 'contact-gone' });
  expect(heard).toEqual([]);
});

test('a server hears only of contacts of the client whose automation asks, also when one moves meanwhile', async () => {
  const [one, other] = await Promise.all(
    ['One', 'Other'].map((name) =>
      idOf('insert into clients (organization_id, name) values ($1, $2) returning id', ctx.organizationId, name),
    ),
  );
  const asked: Awaited<ReturnType<typeof waiting>>[] = [];
  for (const { clientId, movedTo } of [
    { clientId: one!, movedTo: other! },
    { clientId: one!, movedTo: null },
    { clientId: null, movedTo: one! },
    { clientId: one!, movedTo: one! },
  ]) {
    const run = { ...(await waiting()), clientId };
    await harness.owner.query('update automations set client_id = $2 where id = $1', [run.automationId, clientId]);
    await harness.owner.query('update contacts set client_id = $2 where id = $1', [run.contactId, movedTo]);
    await ask(run);
    asked.push(run);
  }
  await start();

  const states = async () =>
    (await Promise.all(asked.map(({ runId }) => row(runId)))).map(({ state, problem }) => [state, problem]);
  await expect
    .poll(states, soon)
    .toEqual([...Array.from({ length: 3 }, () => ['failed', 'contact-gone']), ['told', null]]);
  expect(heard.map(({ body }) => JSON.parse(body).contact.id)).toEqual([asked[3]!.contactId]);
});

test.each([
  'http://127.0.0.1',
  'http://localhost',
  'http://[::1]',
  'http://169.254.169.254',
  'http://10.0.0.1',
  'file:///etc/passwd',
  'nonsense',
])('%s is not reached', async (base) => {
  const asked = await waiting();
  await start(createDial(createHostLookup([]), 'any'));
  await ask(asked, base.startsWith('http') ? `${base}:${port}/` : base);

  await expect.poll(() => row(asked.runId), soon).toMatchObject({ attempts: 1, problem: 'no-answer', status: null });
  expect(heard).toEqual([]);
});

test('T04: an organization tells as many as its share of a minute, and the rest stays due without a try', async () => {
  const one = await waiting();
  await harness.owner.query(
    `insert into automation_webhooks (organization_id, automation_id, step_id, run_id, seq, contact_id, url, reply)
     select $1, $2, 'abcdefgh', $3, seq, $4, 'http://crm.example/', false from generate_series(2, 30) seq`,
    [ctx.organizationId, one.automationId, one.runId, one.contactId],
  );
  const share = limits();
  for (let spent = 0; spent < shares.organization.points - 7; spent += 1)
    await share.spend(shares.organization, ctx.organizationId);
  await start();
  await ask(one);

  const counts = () =>
    first(
      `select count(*) filter (where state = 'told')::int as told, count(*) filter (where state = 'waiting' and attempts = 0)::int as untried
       from automation_webhooks where run_id = $1`,
      one.runId,
    );
  await expect.poll(counts, soon).toEqual({ told: 7, untried: 23 });
  expect(heard).toHaveLength(7);
});

test('T04: many names of one server share what its address may hear, and who waits for it lost no try', async () => {
  const address = '198.51.100.7';
  const share = limits();
  for (let spent = 0; spent < shares.address.points - 2; spent += 1) await share.spend(shares.address, address);
  const lookup = countedLookup(() => Promise.resolve([address]), limits());
  await start(async (to) => (await lookup(to.host)) && here(to));
  const asked = await Promise.all([1, 2, 3, 4].map(() => waiting()));
  for (const [at, each] of asked.entries()) await ask(each, `http://name-${at}.example/`);

  const states = async () =>
    (await Promise.all(asked.map(({ runId }) => row(runId))))
      .map(({ state, attempts }) => `${state} ${attempts}`)
      .toSorted();
  await expect.poll(states, soon).toEqual(['told 1', 'told 1', 'waiting 0', 'waiting 0']);
  expect(heard).toHaveLength(2);
});

test('tries go on for a day and become rarer', () => {
  let at = Date.parse('2026-11-18T00:00:00Z');
  const askedAt = new Date(at);
  const pauses: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const { nextAt } = settledBy({ outcome: 'silent' }, { attempts, askedAt }, new Date(at));
    if (nextAt === null) break;
    pauses.push((nextAt.getTime() - at) / 1_000);
    at = nextAt.getTime();
  }

  expect(pauses.slice(0, 4)).toEqual([30, 60, 120, 240]);
  expect(Math.max(...pauses)).toBe(14_400);
  const hours = (at - askedAt.getTime()) / 3_600_000;
  expect(hours).toBeGreaterThan(18);
  expect(hours).toBeLessThanOrEqual(24);
});

test('the secret is one for an organization, and sealed', async () => {
  const [one, same] = await Promise.all([signingSecret(secrets, ctx), signingSecret(secrets, ctx)]);
  const other = await signingSecret(secrets, await harness.organization());
  const renewed = await renewSigningSecret(secrets, ctx);
  const { secret } = await first<{ secret: Buffer }>(
    'select secret from webhook_secrets where organization_id = $1',
    ctx.organizationId,
  );

  expect(one).toMatch(/^whsec_[\w-]{43}$/);
  expect(same).toBe(one);
  expect(new Set([one, other, renewed]).size).toBe(3);
  expect(secret.toString('latin1')).not.toContain('whsec_');
});
