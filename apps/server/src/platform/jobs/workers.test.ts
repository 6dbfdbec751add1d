import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Context, inTransaction } from '../context.ts';
import { notFound } from '../problem.ts';
import { listDeadLetters } from './dead-letters.ts';
import { handle } from './handlers.ts';
import { enqueue, enqueueMany, enqueueSystem, job, systemJob } from './job.ts';
import { type JobHarness, createJobHarness } from './test-harness.ts';

const Nothing = z.object({});
const quick = { class: 'transactional', attempts: 2, backoffSeconds: 1 } as const;
const rename = job('test.rename', z.object({ clientId: z.uuid() }), quick);
const mail = job('test.mail', z.object({ number: z.int() }), quick);
const chunk = job('test.chunk', z.object({ number: z.int() }), { class: 'campaign' });
const poison = job('test.poison', Nothing, quick);
const hanging = job('test.hanging', Nothing, { ...quick, timeLimitSeconds: 1 });
const slow = job('test.slow', Nothing, quick);
const upkeep = systemJob('test.upkeep', Nothing, { class: 'maintenance' });

let harness: JobHarness;
let ctx: Context;

beforeAll(async () => {
  harness = await createJobHarness();
  ctx = await harness.organization();
});
afterEach(() => harness.stopWorkers());
afterAll(() => harness.close());

const deadOf = (name: string) => listDeadLetters(harness.database, { job: name });
const soon = { timeout: 60_000, interval: 50 };

/** A function that finds its target through the tenant, as every handler does. */
const renameHandler = handle(rename, (ctx, { clientId }) =>
  inTransaction(ctx, async (ctx) => {
    const renamed = await ctx.db
      .updateTable('clients')
      .set({ name: 'Renamed' })
      .where('id', '=', clientId)
      .returning('id')
      .executeTakeFirst();
    if (!renamed) throw notFound();
  }),
);

async function addClient(owner: Context): Promise<string> {
  const row = { organization_id: owner.organizationId, name: 'Original' };
  const { id } = await owner.db.insertInto('clients').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

const clientName = async (id: string) =>
  (await harness.owner.query<{ name: string }>('select name from clients where id = $1', [id])).rows[0]?.name;

test('a job acts as its organization', async () => {
  const clientId = await addClient(ctx);
  await harness.start([renameHandler]);

  await enqueue(ctx, rename, { clientId });

  await vi.waitFor(async () => expect(await clientName(clientId)).toBe('Renamed'), soon);
});

test('a job with a swapped organization becomes a dead letter and touches nothing', async () => {
  const clientId = await addClient(ctx);
  const stranger = await harness.organization();
  await harness.start([renameHandler]);

  await enqueue(stranger, rename, { clientId });

  await vi.waitFor(
    async () =>
      expect(await deadOf('test.rename')).toMatchObject([{ attempts: 1, organizationId: stranger.organizationId }]),
    soon,
  );
  expect(await clientName(clientId)).toBe('Original');
});

test.each([
  ['an organization that does not exist', { organizationId: randomUUID(), payload: { number: 1 } }, 'does not exist'],
  ['no organization', { organizationId: null, payload: { number: 1 } }, 'names no organization'],
  ['an organization that is no id', { organizationId: "x' or true", payload: { number: 1 } }, 'names no organization'],
  ['a payload that does not fit', { organizationId: '', payload: { number: 'one' } }, 'does not fit'],
  ['nothing at all', null, 'does not fit'],
])('a row with %s becomes a dead letter at once', async (_, data, reason) => {
  await enqueue(ctx, mail, { number: 1 });
  await harness.owner.query("update pgboss.job set data = $1 where name = 'test.mail' and state = 'created'", [data]);
  const act = vi.fn(async () => {});

  await harness.start([handle(mail, act)]);

  await vi.waitFor(
    async () =>
      expect(await deadOf('test.mail')).toMatchObject([{ attempts: 1, reason: expect.stringContaining(reason) }]),
    soon,
  );
  expect(act).not.toHaveBeenCalled();
  await harness.owner.query("delete from pgboss.job where name = 'dead.transactional'");
});

test('work of the installation sees no tenant row', async () => {
  const { promise: seen, resolve } = Promise.withResolvers<number>();
  const handler = handle(upkeep, async ({ database }) => {
    resolve((await database.tenant(null).selectFrom('organizations').select('id').execute()).length);
  });
  await harness.start([handler]);

  await enqueueSystem(harness.database, upkeep, {});

  expect(await seen).toBe(0);
});

test('a job that always fails is tried as often as declared and then given up', async () => {
  let tries = 0;
  const handler = handle(poison, async () => {
    tries += 1;
    throw new Error('poisoned');
  });
  await harness.start([handler]);

  await enqueue(ctx, poison, {});

  await vi.waitFor(
    async () => expect(await deadOf('test.poison')).toMatchObject([{ attempts: 2, reason: 'poisoned' }]),
    soon,
  );
  expect(tries).toBe(2);
});

test('jobs that hang are given up at their time limit and delay nobody else', async () => {
  const done: number[] = [];
  const aborted = vi.fn();
  await harness.start([
    handle(hanging, (_, __, { signal }) => {
      signal.addEventListener('abort', aborted);
      return new Promise(() => {});
    }),
    handle(mail, async (_, { number }) => done.push(number)),
  ]);

  await enqueueMany(
    ctx,
    hanging,
    Array.from({ length: 20 }, () => ({})),
  );
  for (let sent = 0; sent < 20; sent += 1) {
    await enqueue(ctx, mail, { number: sent });
    await pause(50);
  }

  await vi.waitFor(() => expect(done).toHaveLength(20), soon);
  // Half of a class at most is taken by one kind: with 1 s each, the twenty take longer than the emails.
  expect((await deadOf('test.hanging')).length).toBeLessThan(20);
  await vi.waitFor(async () => expect((await deadOf('test.hanging')).length).toBeGreaterThan(0), soon);
  expect(aborted).toHaveBeenCalled();
  expect((await deadOf('test.hanging'))[0]?.reason).toBe('The job took longer than its 1 seconds.');
});

test('a flood of campaign chunks does not delay a password mail', async () => {
  let chunks = 0;
  const chunksBefore: number[] = [];
  await harness.start([
    handle(chunk, async () => {
      await pause(100);
      chunks += 1;
    }),
    handle(mail, async () => chunksBefore.push(chunks)),
  ]);

  await enqueueMany(
    ctx,
    chunk,
    Array.from({ length: 500 }, (_, number) => ({ number })),
  );
  for (let sent = 0; sent < 10; sent += 1) await enqueue(ctx, mail, { number: sent });

  await vi.waitFor(() => expect(chunksBefore).toHaveLength(10), soon);
  expect(Math.max(...chunksBefore)).toBeLessThan(250);
  await harness.owner.query("delete from pgboss.job where name = 'test.chunk'");
});

test('a stopping worker lets running jobs finish and takes no new one', async () => {
  let finished = 0;
  const handler = handle(slow, async () => {
    await pause(600);
    finished += 1;
  });
  const workers = await harness.start([handler]);
  await enqueue(ctx, slow, {});
  await vi.waitFor(async () => expect(await harness.count('test.slow', ['active'])).toBe(1), soon);

  const stopping = workers.stop();
  await pause(100);
  await enqueue(ctx, slow, {});
  await stopping;

  expect(finished).toBe(1);
  expect(await harness.count('test.slow', ['completed'])).toBe(1);
  expect(await harness.count('test.slow', ['created'])).toBe(1);
});

test('what does not finish within the grace time is given back to be tried again', async () => {
  await harness.owner.query("delete from pgboss.job where name = 'test.slow'");
  const handler = handle(
    slow,
    (_, __, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  const workers = await harness.start([handler], { grace: 1 });
  await enqueue(ctx, slow, {});
  await vi.waitFor(async () => expect(await harness.count('test.slow', ['active'])).toBe(1), soon);

  await workers.stop();

  expect(await harness.count('test.slow', ['retry'])).toBe(1);
});

test('workers go on by themselves after the database has dropped every connection', async () => {
  const seen: number[] = [];
  await harness.start([handle(mail, async (_, { number }) => seen.push(number))]);
  await harness.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'waggle_app' and datname = current_database()",
  );

  await pause(100);
  await enqueue(ctx, mail, { number: 7 });

  await vi.waitFor(() => expect(seen).toContain(7), soon);
});
