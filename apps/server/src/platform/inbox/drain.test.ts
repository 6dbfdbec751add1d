import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { anyKind, createInboxHarness, type InboxHarness, scanOf } from '../../../test/harness/inbox-harness.ts';
import type { Context } from '../context.ts';
import { createRound, type Drain, drainRound, overtakeRound, startDrain } from './drain.ts';
import { turnEvents } from './drain-turn.ts';
import type { InboxEvent } from './event.ts';
import { checkDrainHandlers, drainHandler } from './handlers.ts';
import { defineInboxKind, requestSignals } from './kind.ts';

let harness: InboxHarness;
const running: Drain[] = [];
beforeAll(async () => {
  harness = await createInboxHarness();
  await harness.owner.query('create table effects (organization_id uuid, id uuid)');
  await harness.owner.query('grant all on effects to waggle_app');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((drain) => drain.stop()));
});
afterAll(() => harness.close());

const note = async (ctx: Context, events: InboxEvent[]): Promise<void> => {
  for (const { id } of events) await sql`insert into effects values (${ctx.organizationId}, ${id})`.execute(ctx.db);
};
const roundWith = (act: (ctx: Context, events: InboxEvent[]) => Promise<void>) =>
  createRound({ database: harness.database, log: harness.log, handlers: [drainHandler(anyKind('scan'), act)] });
const effects = async ({ organizationId }: Context): Promise<string[]> =>
  (
    await harness.owner.query('select id from effects where organization_id = $1 order by id', [organizationId])
  ).rows.map(({ id }) => id as string);
const inbox = async ({ organizationId }: Context) =>
  (
    await harness.owner.query(
      'select id, drained_at, failure from inbox_events where organization_id = $1 order by id',
      [organizationId],
    )
  ).rows as { id: string; drained_at: Date | null; failure: string | null }[];
const idsOf = (events: InboxEvent[]) => events.map(({ id }) => id).sort();
const scans = (ctx: Context, count: number) => Array.from({ length: count }, () => scanOf(ctx, ctx.organizationId));
async function until(reached: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline;) {
    if (await reached()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It did not happen within 15 seconds.');
}

test('a kind without exactly one handler is named', () => {
  const kind = anyKind('scan');
  const scan = drainHandler(kind, async () => {});

  expect(() => checkDrainHandlers([kind], [])).toThrow('Events of the kind "scan" have no handler.');
  expect(() => checkDrainHandlers([kind], [scan, scan])).toThrow('have 2 handlers');
  expect(() => checkDrainHandlers([kind, kind], [scan])).toThrow('The kind "scan" of the inbox is declared 2 times.');
  expect(() => checkDrainHandlers([], [scan])).toThrow('have a handler and no declaration');
  expect(() => checkDrainHandlers([kind], [scan])).not.toThrow();
});

test('what a handler did before it failed has not happened, and happens once later', async () => {
  const ctx = await harness.organization();
  const received = scans(ctx, 5);
  await harness.deliver(received);
  let fails = true;
  const round = roundWith(async (ctx, events) => {
    await note(ctx, events);
    if (fails) throw new Error('half-way');
  });

  await drainRound(round);
  const halfway = await effects(ctx);
  fails = false;
  await drainRound(round);
  await drainRound(round);

  expect(halfway).toEqual([]);
  expect(await effects(ctx)).toEqual(idsOf(received));
});

test('a connection killed in the middle leaves no trace', async () => {
  const ctx = await harness.organization();
  const received = scans(ctx, 5);
  await harness.deliver(received);
  let kills = true;
  const round = roundWith(async (ctx, events) => {
    await note(ctx, events);
    if (kills) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(ctx.db);
  });

  await drainRound(round);
  kills = false;
  await drainRound(round);

  expect(await effects(ctx)).toEqual(idsOf(received));
  expect((await inbox(ctx)).every(({ failure }) => failure === null)).toBe(true);
});

test('an event no handler can take is set aside with the reason, and the rest goes on', async () => {
  const ctx = await harness.organization();
  const received = scans(ctx, 20);
  const bad = received[13]!;
  await harness.deliver(received);
  const round = roundWith(async (ctx, events) => {
    await note(ctx, events);
    if (events.some(({ id }) => id === bad.id)) throw new TypeError('cannot read this');
  });

  for (let look = 0; look < 4; look += 1) await drainRound(round);

  expect(await effects(ctx)).toEqual(idsOf(received.filter((event) => event !== bad)));
  expect((await inbox(ctx)).filter(({ failure }) => failure !== null)).toMatchObject([
    { id: bad.id, failure: 'cannot read this', drained_at: expect.any(Date) },
  ]);
});

test('when every event fails the fault is not theirs: all wait', async () => {
  const ctx = await harness.organization();
  await harness.deliver(scans(ctx, 6));
  const round = roundWith(async () => {
    throw new Error('a bug of ours');
  });

  for (let look = 0; look < 5; look += 1) await drainRound(round);

  expect((await inbox(ctx)).every(({ drained_at }) => drained_at === null)).toBe(true);
  await drainRound(roundWith(note));
});

test('S5: an opt-out that fails does not keep those of other organizations from overtaking', async () => {
  const contexts = await Promise.all(Array.from({ length: 8 }, () => harness.organization()));
  await harness.deliver(contexts.map((ctx) => ({ ...scanOf(ctx, ctx.organizationId), kind: 'unsubscribe' as const })));
  const failing = [contexts[0]!, contexts[3]!, contexts[7]!].map(({ organizationId }) => organizationId);
  const unsubscribe = drainHandler(anyKind('unsubscribe'), async (ctx, events) => {
    if (failing.includes(ctx.organizationId)) throw new Error('a bug of ours');
    await note(ctx, events);
  });

  await overtakeRound(createRound({ database: harness.database, log: harness.log, handlers: [unsubscribe] }));

  const drained = await Promise.all(contexts.map(async (ctx) => (await effects(ctx)).length));
  expect(drained).toEqual([0, 1, 1, 0, 1, 1, 1, 0]);
});

test('a large organization gets one turn at a time, and the others theirs', async () => {
  const [large, small] = [await harness.organization(), await harness.organization()];
  await harness.deliver(scans(large, turnEvents + 10));
  const late = scans(small, 1);
  await harness.deliver(late);
  const handled: string[] = [];
  const round = roundWith(async (ctx) => void handled.push(ctx.organizationId));

  const more = await drainRound(round);
  const left = (await inbox(large)).filter(({ drained_at }) => drained_at === null).length;
  const again = await drainRound(round);

  expect(more).toBe(true);
  expect(handled.slice(0, 2).sort()).toEqual([large.organizationId, small.organizationId].sort());
  expect(left).toBe(10);
  expect(again).toBe(false);
});

test('many drains, started and stopped, survive the loss of every connection and act once', async () => {
  const contexts = await Promise.all(Array.from({ length: 4 }, () => harness.organization()));
  const handlers = [drainHandler(anyKind('scan'), note)];
  const start = () => running.push(startDrain({ database: harness.database, log: harness.log, handlers }));
  const received: InboxEvent[] = [];
  start();
  start();

  for (let turn = 0; turn < 10; turn += 1) {
    const more = contexts.flatMap((ctx) => scans(ctx, 10));
    received.push(...more);
    await harness.deliver(more);
    if (turn % 3 === 1) {
      await harness.owner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'waggle_app' and datname = current_database()",
      );
    }
    if (turn === 5) await running.shift()?.stop();
    if (turn === 7) start();
  }
  await until(async () => (await Promise.all(contexts.map(effects))).flat().length >= received.length);

  expect((await Promise.all(contexts.map(effects))).flat().sort()).toEqual(idsOf(received));
});

test('a stopped drain finishes what it has begun and takes nothing more', async () => {
  const ctx = await harness.organization();
  const first = scans(ctx, 3);
  const begun = Promise.withResolvers<void>();
  const drain = startDrain({
    database: harness.database,
    log: harness.log,
    handlers: [
      drainHandler(anyKind('scan'), async (ctx, events) => {
        begun.resolve();
        await new Promise((resolve) => setTimeout(resolve, 300));
        await note(ctx, events);
      }),
    ],
  });
  await harness.deliver(first);
  await begun.promise;

  await drain.stop();
  await harness.deliver(scans(ctx, 1));
  await new Promise((resolve) => setTimeout(resolve, 400));

  expect(await effects(ctx)).toEqual(idsOf(first));
});

test('a kind this process does not know is left to a newer one, and holds nobody up', async () => {
  const ctx = await harness.organization();
  const [known, unknown] = scans(ctx, 2);
  await harness.deliver([{ ...unknown!, kind: 'invented' }, known!]);

  await drainRound(roundWith(note));
  const before = await effects(ctx);
  const newer = createRound({
    database: harness.database,
    log: harness.log,
    handlers: [drainHandler(anyKind('scan'), note), drainHandler(anyKind('invented'), note)],
  });
  await drainRound(newer);

  expect(before).toEqual([known!.id]);
  expect(await effects(ctx)).toEqual(idsOf([known!, unknown!]));
});

test('an event that does not fit the schema of its kind is set aside with the reason and without its values', async () => {
  const ctx = await harness.organization();
  const received = scans(ctx, 3);
  const bad = { ...received[1]!, signals: { address: 7 as never, userAgent: 'secret' } };
  await harness.deliver([received[0]!, bad, received[2]!]);
  const scan = defineInboxKind('scan', requestSignals);

  await drainRound(createRound({ ...harness, handlers: [drainHandler(scan, note)] }));

  expect(await effects(ctx)).toEqual(idsOf([received[0]!, received[2]!]));
  expect((await inbox(ctx)).filter(({ failure }) => failure !== null)).toMatchObject([
    { id: bad.id, failure: 'It does not fit its schema: address invalid_type', drained_at: expect.any(Date) },
  ]);
});
