import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createEngagementBed, type EngagementBed, scanOf, withIdle } from '../../features/links/engagement/test-bed.ts';
import type { Context } from '../context.ts';
import { createRound, type Drain, drainRound, overtakeRound, startDrain } from './drain.ts';
import { turnEvents } from './drain-turn.ts';
import type { InboxEvent } from './event.ts';
import { checkDrainHandlers, drainHandler } from './handlers.ts';

let bed: EngagementBed;
const running: Drain[] = [];
beforeAll(async () => {
  bed = await createEngagementBed();
  await bed.owner.query('create table effects (organization_id uuid, id uuid)');
  await bed.owner.query('grant all on effects to waggle_app');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((drain) => drain.stop()));
});
afterAll(() => bed.close());

const note = async (ctx: Context, events: InboxEvent[]): Promise<void> => {
  for (const { id } of events) await sql`insert into effects values (${ctx.organizationId}, ${id})`.execute(ctx.db);
};
const roundWith = (act: (ctx: Context, events: InboxEvent[]) => Promise<void>) =>
  createRound({ database: bed.database, log: bed.log, handlers: withIdle([drainHandler('scan', act)]) });
const effects = async ({ organizationId }: Context): Promise<string[]> =>
  (await bed.owner.query('select id from effects where organization_id = $1 order by id', [organizationId])).rows.map(
    ({ id }) => id as string,
  );
const inbox = async ({ organizationId }: Context) =>
  (
    await bed.owner.query('select id, drained_at, failure from inbox_events where organization_id = $1 order by id', [
      organizationId,
    ])
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
  const scan = drainHandler('scan', async () => {});

  expect(() => checkDrainHandlers([])).toThrow('Events of the kind "scan" have no handler.');
  expect(() => checkDrainHandlers([...withIdle([scan]), scan])).toThrow('have 2 handlers');
  expect(() => checkDrainHandlers(withIdle([scan]))).not.toThrow();
});

test('what a handler did before it failed has not happened, and happens once later', async () => {
  const ctx = await bed.organization();
  const told = scans(ctx, 5);
  await bed.tell(told);
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
  expect(await effects(ctx)).toEqual(idsOf(told));
});

test('a connection killed in the middle leaves no trace', async () => {
  const ctx = await bed.organization();
  const told = scans(ctx, 5);
  await bed.tell(told);
  let kills = true;
  const round = roundWith(async (ctx, events) => {
    await note(ctx, events);
    if (kills) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(ctx.db);
  });

  await drainRound(round);
  kills = false;
  await drainRound(round);

  expect(await effects(ctx)).toEqual(idsOf(told));
  expect((await inbox(ctx)).every(({ failure }) => failure === null)).toBe(true);
});

test('an event no handler can take is set aside with the reason, and the rest goes on', async () => {
  const ctx = await bed.organization();
  const told = scans(ctx, 20);
  const bad = told[13]!;
  await bed.tell(told);
  const round = roundWith(async (ctx, events) => {
    await note(ctx, events);
    if (events.some(({ id }) => id === bad.id)) throw new TypeError('cannot read this');
  });

  for (let look = 0; look < 4; look += 1) await drainRound(round);

  expect(await effects(ctx)).toEqual(idsOf(told.filter((event) => event !== bad)));
  expect((await inbox(ctx)).filter(({ failure }) => failure !== null)).toMatchObject([
    { id: bad.id, failure: 'cannot read this', drained_at: expect.any(Date) },
  ]);
});

test('when every event fails the fault is not theirs: all wait', async () => {
  const ctx = await bed.organization();
  await bed.tell(scans(ctx, 6));
  const round = roundWith(async () => {
    throw new Error('a bug of ours');
  });

  for (let look = 0; look < 5; look += 1) await drainRound(round);

  expect((await inbox(ctx)).every(({ drained_at }) => drained_at === null)).toBe(true);
  await drainRound(roundWith(note));
});

test('S5: an opt-out that fails does not keep those of other organizations from overtaking', async () => {
  const contexts = await Promise.all(Array.from({ length: 8 }, () => bed.organization()));
  await bed.tell(contexts.map((ctx) => ({ ...scanOf(ctx, ctx.organizationId), kind: 'unsubscribe' as const })));
  const failing = [contexts[0]!, contexts[3]!, contexts[7]!].map(({ organizationId }) => organizationId);
  const unsubscribe = drainHandler('unsubscribe', async (ctx, events) => {
    if (failing.includes(ctx.organizationId)) throw new Error('a bug of ours');
    await note(ctx, events);
  });

  await overtakeRound(createRound({ database: bed.database, log: bed.log, handlers: withIdle([unsubscribe]) }));

  const drained = await Promise.all(contexts.map(async (ctx) => (await effects(ctx)).length));
  expect(drained).toEqual([0, 1, 1, 0, 1, 1, 1, 0]);
});

test('a large organization gets one turn at a time, and the others theirs', async () => {
  const [large, small] = [await bed.organization(), await bed.organization()];
  await bed.tell(scans(large, turnEvents + 10));
  const late = scans(small, 1);
  await bed.tell(late);
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
  const contexts = await Promise.all(Array.from({ length: 4 }, () => bed.organization()));
  const handlers = withIdle([drainHandler('scan', note)]);
  const start = () => running.push(startDrain({ database: bed.database, log: bed.log, handlers }));
  const told: InboxEvent[] = [];
  start();
  start();

  for (let turn = 0; turn < 10; turn += 1) {
    const more = contexts.flatMap((ctx) => scans(ctx, 10));
    told.push(...more);
    await bed.tell(more);
    if (turn % 3 === 1) {
      await bed.owner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'waggle_app' and datname = current_database()",
      );
    }
    if (turn === 5) await running.shift()?.stop();
    if (turn === 7) start();
  }
  await until(async () => (await Promise.all(contexts.map(effects))).flat().length >= told.length);

  expect((await Promise.all(contexts.map(effects))).flat().sort()).toEqual(idsOf(told));
});

test('a stopped drain finishes what it has begun and takes nothing more', async () => {
  const ctx = await bed.organization();
  const first = scans(ctx, 3);
  const begun = Promise.withResolvers<void>();
  const drain = startDrain({
    database: bed.database,
    log: bed.log,
    handlers: withIdle([
      drainHandler('scan', async (ctx, events) => {
        begun.resolve();
        await new Promise((resolve) => setTimeout(resolve, 300));
        await note(ctx, events);
      }),
    ]),
  });
  await bed.tell(first);
  await begun.promise;

  await drain.stop();
  await bed.tell(scans(ctx, 1));
  await new Promise((resolve) => setTimeout(resolve, 400));

  expect(await effects(ctx)).toEqual(idsOf(first));
});
