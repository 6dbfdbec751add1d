import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Context, inTransaction } from '../context.ts';
import { listDeadLetters, replayDeadLetters } from '../jobs/dead-letters.ts';
import { enqueue } from '../jobs/job.ts';
import { type JobBed, createJobBed } from '../jobs/test-bed.ts';
import { type Event, type Subscription, defineEvent, emit, emitMany, relayEvents, subscribe } from './outbox.ts';
import { deliverEvent, outboxHandlers } from './relay.ts';

const happened = defineEvent('thing.happened', z.object({ number: z.int() }));
const forgotten = defineEvent('thing.forgotten', z.object({}));
const soon = { timeout: 20_000, interval: 50 };

let bed: JobBed;
let ctx: Context;

beforeAll(async () => {
  bed = await createJobBed();
  await bed.owner.query(
    'create table acts (subscriber text, number int, at timestamptz not null default clock_timestamp())',
  );
  await bed.owner.query('grant select, insert on acts to waggle_app');
});
afterEach(async () => {
  await bed.stopWorkers();
  await bed.owner.query(
    'truncate acts; delete from outbox_events; delete from outbox_deliveries; delete from pgboss.job',
  );
});
afterAll(() => bed.close());

const start = (...subscriptions: Subscription[]) => bed.start(outboxHandlers(subscriptions));

const note = (subscriber: string, event: Event<{ number: number }> = happened) =>
  subscribe(event, subscriber, async (ctx, { number }) => {
    await sql`insert into acts values (${subscriber}, ${number})`.execute(ctx.db);
  });

async function acts(): Promise<string[]> {
  const { rows } = await bed.owner.query<{ act: string }>(
    "select subscriber || ' ' || number as act from acts order by at",
  );
  return rows.map(({ act }) => act);
}

async function undelivered(): Promise<number> {
  const { rows } = await bed.owner.query<{ count: number }>(
    'select count(*)::int from outbox_events where delivered_at is null',
  );
  return rows[0]?.count ?? 0;
}

beforeAll(async () => {
  ctx = await bed.organization();
});

test('a rollback emits nothing and wakes nobody', async () => {
  const failing = inTransaction(ctx, async (ctx) => {
    await emit(ctx, happened, { number: 1 });
    throw new Error('changed my mind');
  });

  await expect(failing).rejects.toThrow('changed my mind');

  expect(await undelivered()).toBe(0);
  expect(await bed.count('platform.relay-events')).toBe(0);
});

test('events reach every subscriber in the order they happened', async () => {
  await start(note('first'), note('second'));

  await inTransaction(ctx, async (ctx) => {
    await emit(ctx, happened, { number: 0 });
    await emitMany(
      ctx,
      happened,
      Array.from({ length: 19 }, (_, index) => ({ number: index + 1 })),
    );
    await emit(ctx, forgotten, {});
  });

  await vi.waitFor(async () => expect(await undelivered()).toBe(0), soon);
  const seen = await acts();
  for (const subscriber of ['first', 'second']) {
    expect(seen.filter((act) => act.startsWith(subscriber))).toEqual(
      Array.from({ length: 20 }, (_, number) => `${subscriber} ${number}`),
    );
  }
});

test('one transaction leaves one wake-up call', async () => {
  await inTransaction(ctx, async (ctx) => {
    await emit(ctx, happened, { number: 1 });
    await emit(ctx, happened, { number: 2 });
  });

  expect(await bed.count('platform.relay-events')).toBe(1);
});

test('transactions of one organization do not wait for each other', async () => {
  await inTransaction(ctx, async (first) => {
    await emit(first, happened, { number: 1 });
    await inTransaction(ctx, (second) => emit(second, happened, { number: 2 }));
  });

  expect(await undelivered()).toBe(2);
});

test('a failing subscriber holds nobody up, is tried again, and acts once when it recovers', async () => {
  let failures = 2;
  const shaky = subscribe(happened, 'shaky', async (ctx, { number }) => {
    await sql`insert into acts values ('shaky', ${number})`.execute(ctx.db);
    if (failures > 0) {
      failures -= 1;
      throw new Error('not yet');
    }
  });
  await start(shaky, note('steady'));

  await emit(ctx, happened, { number: 1 });

  await vi.waitFor(async () => expect(await acts()).toEqual(['steady 1']), soon);
  await vi.waitFor(async () => expect(await acts()).toEqual(['steady 1', 'shaky 1']), soon);
});

test('a subscriber that keeps failing becomes a dead letter that can be replayed', async () => {
  let broken = true;
  const failing = subscribe(happened, 'failing', async (ctx, { number }) => {
    if (broken) throw new Error('broken');
    await sql`insert into acts values ('failing', ${number})`.execute(ctx.db);
  });
  await start(failing, note('steady'));
  await emit(ctx, happened, { number: 1 });
  await vi.waitFor(async () => expect(await bed.count('platform.deliver-event')).toBe(1), soon);
  await bed.owner.query(
    "update pgboss.job set retry_limit = 0, start_after = now() where name = 'platform.deliver-event'",
  );

  await vi.waitFor(
    async () =>
      expect(await listDeadLetters(bed.database)).toMatchObject([{ job: 'platform.deliver-event', reason: 'broken' }]),
    soon,
  );
  broken = false;
  await replayDeadLetters(bed.database);

  await vi.waitFor(async () => expect(await acts()).toEqual(['steady 1', 'failing 1']), soon);
});

test('repeated calls and deliveries act once', async () => {
  await start(note('first'));
  await emit(ctx, happened, { number: 1 });
  await vi.waitFor(async () => expect(await acts()).toEqual(['first 1']), soon);

  const { rows } = await bed.owner.query<{ id: string; created_at: Date }>(
    'update outbox_events set delivered_at = null returning id, created_at',
  );
  const { id = '', created_at: createdAt = new Date() } = rows[0] ?? {};
  for (let call = 0; call < 5; call += 1) await enqueue(ctx, relayEvents, {});
  await enqueue(ctx, deliverEvent, {
    eventId: id,
    createdAt: createdAt.toISOString(),
    subscriber: 'thing.happened > first',
  });

  await vi.waitFor(async () => expect(await bed.count('platform.relay-events')).toBe(0), soon);
  await vi.waitFor(async () => expect(await bed.count('platform.deliver-event')).toBe(0), soon);
  expect(await undelivered()).toBe(0);
  expect(await acts()).toEqual(['first 1']);
});

test('a relay that dies between two subscribers goes on where it stopped', async () => {
  let dying = true;
  let reached = false;
  const { promise: frozen, reject } = Promise.withResolvers<never>();
  const second = subscribe(happened, 'second', async (ctx, { number }) => {
    reached = true;
    if (dying) await frozen;
    await sql`insert into acts values ('second', ${number})`.execute(ctx.db);
  });
  await start(note('first'), second);
  await emit(ctx, happened, { number: 1 });
  await vi.waitFor(async () => expect(await acts()).toEqual(['first 1']), soon);
  await vi.waitFor(() => expect(reached).toBe(true), soon);

  // The server ends the half-done transaction, as it does for a killed process, and the job is taken from its worker.
  await bed.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and usename = 'waggle_app'",
  );
  dying = false;
  await bed.owner.query(
    "update pgboss.job set state = 'retry', start_after = now() where name = 'platform.relay-events'",
  );

  await vi.waitFor(async () => expect(await acts()).toEqual(['first 1', 'second 1']), soon);
  expect(await undelivered()).toBe(0);
  reject(new Error('too late'));
});

test('an organization never hears of another', async () => {
  const heard: string[] = [];
  const listening = subscribe(happened, 'listening', async (ctx, _, { eventId }) =>
    heard.push(`${ctx.organizationId} ${eventId}`),
  );
  const other = await bed.organization();
  await start(listening);

  await emit(ctx, happened, { number: 1 });
  await emit(other, happened, { number: 2 });

  await vi.waitFor(() => expect(heard).toHaveLength(2), soon);
  const { rows } = await bed.owner.query<{ line: string }>(
    "select organization_id || ' ' || id as line from outbox_events",
  );
  expect(heard.sort()).toEqual(rows.map(({ line }) => line).sort());
});

test('names are defined and subscribed once', () => {
  expect(() => defineEvent('thing.happened', z.object({}))).toThrow('is defined twice');
  expect(() => outboxHandlers([note('first'), note('first')])).toThrow('"thing.happened > first" is registered twice');
});
