import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Context, inTransaction } from '../context.ts';
import { listDeadLetters, replayDeadLetters } from '../jobs/dead-letters.ts';
import { enqueue } from '../jobs/job.ts';
import { type JobHarness, createJobHarness } from '../jobs/test-harness.ts';
import { type Event, defineEvent } from '../events/event.ts';
import { type Subscription, subscribe } from '../events/subscription.ts';
import { emit, emitMany, relayEvents } from './outbox.ts';
import { deliverEvent, outboxHandlers } from './relay.ts';

const happened = defineEvent('thing.happened', z.object({ number: z.int() }));
const forgotten = defineEvent('thing.forgotten', z.object({}));
const soon = { timeout: 60_000, interval: 50 };

let harness: JobHarness;
let ctx: Context;

beforeAll(async () => {
  harness = await createJobHarness();
  await harness.owner.query(
    'create table acts (subscriber text, number int, at timestamptz not null default clock_timestamp())',
  );
  await harness.owner.query('grant select, insert on acts to waggle_app');
});
afterEach(async () => {
  await harness.stopWorkers();
  await harness.owner.query(
    'truncate acts; delete from outbox_events; delete from outbox_deliveries; delete from pgboss.job',
  );
});
afterAll(() => harness.close());

const start = (...subscriptions: Subscription[]) => harness.start(outboxHandlers(subscriptions, [happened, forgotten]));

type Numbered = { number: number };

/** One after the other, out of a batch. */
const each = (event: Event<Numbered>, subscriber: string, act: (ctx: Context, payload: Numbered) => Promise<unknown>) =>
  subscribe({
    event,
    subscriber,
    async handler(ctx, batch) {
      for (const { payload } of batch) await act(ctx, payload);
    },
  });

const note = (subscriber: string, event: Event<{ number: number }> = happened) =>
  each(event, subscriber, async (ctx, { number }) => {
    await sql`insert into acts values (${subscriber}, ${number})`.execute(ctx.db);
  });

async function acts(): Promise<string[]> {
  const { rows } = await harness.owner.query<{ act: string }>(
    "select subscriber || ' ' || number as act from acts order by at",
  );
  return rows.map(({ act }) => act);
}

async function undelivered(): Promise<number> {
  const { rows } = await harness.owner.query<{ count: number }>(
    'select count(*)::int from outbox_events where delivered_at is null',
  );
  return rows[0]?.count ?? 0;
}

beforeAll(async () => {
  ctx = await harness.organization();
});

test('a rollback emits nothing and wakes nobody', async () => {
  const failing = inTransaction(ctx, async (ctx) => {
    await emit(ctx, happened, { number: 1 });
    throw new Error('changed my mind');
  });

  await expect(failing).rejects.toThrow('changed my mind');

  expect(await undelivered()).toBe(0);
  expect(await harness.count('platform.relay-events')).toBe(0);
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

test('who subscribes to several kinds hears them in the order they happened, and batches of one kind together', async () => {
  const heard: string[] = [];
  const noteBatch = (event: Event) =>
    subscribe({ event, subscriber: 'one', handler: async (_, batch) => heard.push(`${event.name} ${batch.length}`) });
  const numbered = (count: number) => Array.from({ length: count }, (_, number) => ({ number }));
  await inTransaction(ctx, async (ctx) => {
    await emitMany(ctx, happened, numbered(3));
    await emitMany(ctx, forgotten, [{}, {}]);
    await emitMany(ctx, happened, numbered(600));
  });

  await start(noteBatch(happened), noteBatch(forgotten));

  await vi.waitFor(async () => expect(await undelivered()).toBe(0), soon);
  expect(heard).toEqual(['thing.happened 3', 'thing.forgotten 2', 'thing.happened 495', 'thing.happened 105']);
});

test('of a batch in which one event fails the others act once and in order, and that one is tried again', async () => {
  let broken = true;
  const fussy = each(happened, 'fussy', async (ctx, { number }) => {
    if (broken && number === 33) throw new Error('not this one');
    await sql`insert into acts values ('fussy', ${number})`.execute(ctx.db);
  });
  await start(fussy);

  await emitMany(
    ctx,
    happened,
    Array.from({ length: 100 }, (_, number) => ({ number })),
  );

  await vi.waitFor(async () => expect(await acts()).toHaveLength(99), soon);
  expect(await acts()).toEqual(
    Array.from({ length: 100 }, (_, number) => `fussy ${number}`).filter((act) => act !== 'fussy 33'),
  );
  broken = false;
  await vi.waitFor(async () => expect((await acts()).at(-1)).toBe('fussy 33'), soon);
});

test('one transaction leaves one wake-up call', async () => {
  await inTransaction(ctx, async (ctx) => {
    await emit(ctx, happened, { number: 1 });
    await emit(ctx, happened, { number: 2 });
  });

  expect(await harness.count('platform.relay-events')).toBe(1);
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
  const shaky = each(happened, 'shaky', async (ctx, { number }) => {
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
  const failing = each(happened, 'failing', async (ctx, { number }) => {
    if (broken) throw new Error('broken');
    await sql`insert into acts values ('failing', ${number})`.execute(ctx.db);
  });
  await start(failing, note('steady'));
  await emit(ctx, happened, { number: 1 });
  await vi.waitFor(async () => expect(await harness.count('platform.deliver-event')).toBe(1), soon);

  await vi.waitFor(async () => {
    // Again each time: a try that is under way sets its own time for the next.
    await harness.owner.query(
      "update pgboss.job set retry_limit = 0, start_after = now() where name = 'platform.deliver-event'",
    );
    expect(await listDeadLetters(harness.database)).toMatchObject([
      { job: 'platform.deliver-event', reason: 'broken' },
    ]);
  }, soon);
  broken = false;
  await replayDeadLetters(harness.database);

  await vi.waitFor(async () => expect(await acts()).toEqual(['steady 1', 'failing 1']), soon);
});

test('many calls at once act once, and so does a delivery that is tried again by two jobs', async () => {
  let broken = true;
  const shaky = each(happened, 'shaky', async (ctx, { number }) => {
    if (broken && number === 7) throw new Error('not yet');
    await sql`insert into acts values ('shaky', ${number})`.execute(ctx.db);
  });
  await emitMany(
    ctx,
    happened,
    Array.from({ length: 20 }, (_, number) => ({ number })),
  );
  for (let call = 0; call < 8; call += 1) await enqueue(ctx, relayEvents, {});
  await start(shaky);
  await vi.waitFor(async () => expect(await acts()).toHaveLength(19), soon);

  const { rows } = await harness.owner.query<{ id: string; created_at: Date }>(
    `select id, created_at from outbox_events where payload ->> 'number' = '7'`,
  );
  const { id = '', created_at: createdAt = new Date() } = rows[0] ?? {};
  broken = false;
  const again = { eventId: id, createdAt: createdAt.toISOString(), subscriber: 'thing.happened > shaky' };
  for (let call = 0; call < 3; call += 1) await enqueue(ctx, deliverEvent, again);

  await vi.waitFor(async () => expect(await harness.count('platform.deliver-event')).toBe(0), soon);
  expect(await undelivered()).toBe(0);
  expect((await acts()).filter((act) => act === 'shaky 7')).toHaveLength(1);
  expect(await acts()).toHaveLength(20);
});

test('a relay that dies between two subscribers leaves nothing half done, and the next one does all of it', async () => {
  let dying = true;
  let reached = false;
  const { promise: frozen, reject } = Promise.withResolvers<never>();
  const second = each(happened, 'second', async (ctx, { number }) => {
    reached = true;
    if (dying) await frozen;
    await sql`insert into acts values ('second', ${number})`.execute(ctx.db);
  });
  await start(note('first'), second);
  await emit(ctx, happened, { number: 1 });
  await vi.waitFor(() => expect(reached).toBe(true), soon);

  // The server ends the half-done transaction, as it does for a killed process, and the job is taken from its worker.
  await harness.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and usename = 'waggle_app' and datname = current_database()",
  );
  dying = false;
  await harness.owner.query(
    "update pgboss.job set state = 'retry', start_after = now() where name = 'platform.relay-events'",
  );

  await vi.waitFor(async () => expect(await acts()).toEqual(['first 1', 'second 1']), soon);
  expect(await undelivered()).toBe(0);
  reject(new Error('too late'));
});

test('an organization never hears of another', async () => {
  const heard: string[] = [];
  const listening = subscribe({
    event: happened,
    subscriber: 'listening',
    handler: async (ctx, batch) => batch.map(({ eventId }) => heard.push(`${ctx.organizationId} ${eventId}`)),
  });
  const other = await harness.organization();
  await start(listening);

  await emit(ctx, happened, { number: 1 });
  await emit(other, happened, { number: 2 });

  await vi.waitFor(() => expect(heard).toHaveLength(2), soon);
  const { rows } = await harness.owner.query<{ line: string }>(
    "select organization_id || ' ' || id as line from outbox_events",
  );
  expect(heard.sort()).toEqual(rows.map(({ line }) => line).sort());
});

test('names are subscribed once', () => {
  expect(() => outboxHandlers([note('first'), note('first')], [happened])).toThrow(
    '"thing.happened > first" is registered twice',
  );
  expect(() => outboxHandlers([], [happened, happened])).toThrow('The event "thing.happened" is declared twice.');
});

test('an event that does not fit its schema is refused when it is published', async () => {
  await expect(emit(ctx, happened, { number: 'one' as never })).rejects.toThrow('expected number');

  expect(await undelivered()).toBe(0);
});

test('what does not fit its schema when it is read is set aside with the reason, and holds nobody up', async () => {
  await start(note('steady'));
  const olderShape = defineEvent('thing.happened', z.object({ number: z.string() }));
  await inTransaction(ctx, async (ctx) => {
    await emit(ctx, olderShape, { number: 'one' });
    await emit(ctx, happened, { number: 2 });
  });

  await vi.waitFor(async () => expect(await acts()).toEqual(['steady 2']), soon);
  await vi.waitFor(
    async () =>
      expect(await listDeadLetters(harness.database)).toMatchObject([
        { job: 'platform.deliver-event', reason: expect.stringContaining('It does not fit its schema: number: ') },
      ]),
    soon,
  );
});

test('an event of a newer version is left to a process that knows it, and one is called', async () => {
  const newer = defineEvent('thing.invented', z.object({ number: z.int() }));
  await harness.start(outboxHandlers([note('older')], [happened]));
  await inTransaction(ctx, async (ctx) => {
    await emit(ctx, newer, { number: 1 });
    await emit(ctx, happened, { number: 2 });
  });
  await vi.waitFor(async () => expect(await acts()).toEqual(['older 2']), soon);
  await vi.waitFor(async () => expect(await harness.count('platform.relay-events', ['created'])).toBe(1), soon);
  const left = await undelivered();
  await harness.stopWorkers();

  await harness.owner.query("update pgboss.job set start_after = now() where name = 'platform.relay-events'");
  await harness.start(outboxHandlers([note('older'), note('newer', newer)], [happened, newer]));

  await vi.waitFor(async () => expect(await acts()).toEqual(['older 2', 'newer 1']), soon);
  expect([left, await undelivered()]).toEqual([1, 0]);
});
