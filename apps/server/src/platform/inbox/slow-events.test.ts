import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyKind, createInboxHarness, type InboxHarness, scanOf } from '../../../test/harness/inbox-harness.ts';
import type { Context } from '../context.ts';
import { createBatchLimits } from './batch-limits.ts';
import { createRound, drainRound, overtakeRound } from './drain.ts';
import type { InboxEvent } from './event.ts';
import { drainHandler } from './handlers.ts';

let harness: InboxHarness;
beforeAll(async () => {
  harness = await createInboxHarness();
});
afterAll(() => harness.close());

/** One statement over the events, under a limit which more than about twenty ordinary ones run over. */
async function slowly(ctx: Context, events: readonly InboxEvent[], slow: readonly string[] = []): Promise<void> {
  const seconds = events.reduce((sum, { id }) => sum + (slow.includes(id) ? 5 : 0.02), 0);
  await sql`select set_config('statement_timeout', '400', true)`.execute(ctx.db);
  await sql`select pg_sleep(${seconds})`.execute(ctx.db);
  await sql`select set_config('statement_timeout', '10000', true)`.execute(ctx.db);
}
const roundOf = (kind: string, slow: readonly string[] = [], now?: () => number) => ({
  ...createRound({
    database: harness.database,
    log: harness.log,
    handlers: [drainHandler(anyKind(kind), (ctx, events) => slowly(ctx, events, slow))],
  }),
  limits: createBatchLimits(now),
});
const scans = (ctx: Context, count: number) => Array.from({ length: count }, () => scanOf(ctx, ctx.organizationId));
const inbox = async ({ organizationId }: Context) =>
  (
    await harness.owner.query(
      'select id, drained_at is null as waits, failure from inbox_events where organization_id = $1 order by id',
      [organizationId],
    )
  ).rows as { id: string; waits: boolean; failure: string | null }[];
const waiting = async (ctx: Context) => (await inbox(ctx)).filter(({ waits }) => waits).map(({ id }) => id);

test('events that take too long all together are drained in smaller batches', async () => {
  const [slow, other] = [await harness.organization(), await harness.organization()];
  await harness.deliver([...scans(slow, 60), ...scans(other, 5)]);
  const round = roundOf('scan');

  const more = await drainRound(round);
  const left = (await waiting(slow)).length;
  for (let look = 0; look < 40; look += 1) await drainRound(round);

  // Half of them is tried at once, and nobody else has waited.
  expect([more, left, await waiting(other)]).toEqual([true, 60, []]);
  expect(await waiting(slow)).toEqual([]);
  expect((await inbox(slow)).every(({ failure }) => failure === null)).toBe(true);
});

test('S5: opt-outs that take too long all together overtake in smaller batches', async () => {
  const ctx = await harness.organization();
  await harness.deliver(scans(ctx, 60).map((event) => ({ ...event, kind: 'unsubscribe' as const })));
  const round = roundOf('unsubscribe');

  for (let look = 0; look < 40; look += 1) await overtakeRound(round);

  expect(await waiting(ctx)).toEqual([]);
});

test('an event that takes too long alone holds nobody up, and is drained when it does not any more', async () => {
  const ctx = await harness.organization();
  const received = scans(ctx, 12);
  const [first] = received.map(({ id }) => id).toSorted();
  await harness.deliver(received);
  const slow = [first!];
  let at = 0;
  const round = roundOf('scan', slow, () => at);

  for (let look = 0; look < 25; look += 1) await drainRound(round);
  const [afterwards, states] = [await waiting(ctx), await inbox(ctx)];
  slow.pop();
  await drainRound(round);
  const tooEarly = await waiting(ctx);
  at += 30_000;
  await drainRound(round);

  expect([afterwards, tooEarly, await waiting(ctx)]).toEqual([[first], [first], []]);
  expect(states.every(({ failure }) => failure === null)).toBe(true);
});

test('an event that takes too long alone is set aside after ten tries, and only where others went', async () => {
  const [ctx, alone] = [await harness.organization(), await harness.organization()];
  const received = [...scans(ctx, 2), ...scans(alone, 1)];
  // The older of the two: the other goes after it.
  const [first] = received
    .slice(0, 2)
    .map(({ id }) => id)
    .toSorted();
  const slow = [first!, received[2]!.id];
  await harness.deliver(received);
  let at = 0;
  const round = roundOf('scan', slow, () => at);
  for (let look = 0; look < 3; look += 1) await drainRound(round);

  for (let again = 2; again < 10; again += 1) {
    at += again * 30_000;
    await drainRound(round);
  }
  const before = await inbox(ctx);
  at += 300_000;
  await drainRound(round);

  expect(before.every(({ failure }) => failure === null)).toBe(true);
  expect((await inbox(ctx)).find(({ id }) => id === slow[0])).toEqual({
    id: slow[0],
    waits: false,
    failure: 'canceling statement due to statement timeout',
  });
  expect(await waiting(alone)).toEqual([slow[1]]);
});

test.for(['unsubscribe', 'form-submission'] as const)(
  'S5: one of %s that takes too long alone is never set aside',
  async (kind) => {
    const ctx = await harness.organization();
    const received = scans(ctx, 2).map((event) => ({ ...event, kind }));
    const [first] = received.map(({ id }) => id).toSorted();
    await harness.deliver(received);
    const slow = [first!];
    let at = 0;
    const round = roundOf(kind, slow, () => at);
    for (let look = 0; look < 3; look += 1) await drainRound(round);

    for (let again = 2; again < 12; again += 1) {
      at += 300_000;
      await drainRound(round);
    }
    const before = await waiting(ctx);
    slow.pop();
    at += 300_000;
    await drainRound(round);

    expect([before, await waiting(ctx)]).toEqual([[first], []]);
    expect((await inbox(ctx)).every(({ failure }) => failure === null)).toBe(true);
  },
);

test('a bad event is found among others that take too long', async () => {
  const ctx = await harness.organization();
  const received = scans(ctx, 60);
  const [bad] = received.map(({ id }) => id).toSorted();
  await harness.deliver(received);
  const round = createRound({
    database: harness.database,
    log: harness.log,
    handlers: [
      drainHandler(anyKind('scan'), async (ctx, events) => {
        if (events.some(({ id }) => id === bad)) throw new TypeError('cannot read this');
        await slowly(ctx, events);
      }),
    ],
  });

  for (let look = 0; look < 40; look += 1) await drainRound(round);

  const states = await inbox(ctx);
  expect(states.filter(({ waits }) => waits)).toEqual([]);
  expect(states.filter(({ failure }) => failure !== null)).toMatchObject([{ id: bad, failure: 'cannot read this' }]);
});
