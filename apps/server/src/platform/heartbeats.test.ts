import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createInboxHarness, type InboxHarness, scanOf, anyKind } from '../../test/harness/inbox-harness.ts';
import { createHeartbeats } from './heartbeats.ts';
import { serveHealth } from './http/health.ts';
import { startDrain } from './inbox/drain.ts';
import { drainHandler } from './inbox/handlers.ts';

let harness: InboxHarness;
beforeAll(async () => {
  harness = await createInboxHarness();
});
afterAll(() => harness.close());

test('S9: a loop is stuck once it did not go round for longer than its bound', () => {
  let clock = 0;
  const heartbeats = createHeartbeats(() => clock);
  const beat = heartbeats.loop('quick', 10);
  heartbeats.loop('slow', 100);
  heartbeats.watch('watched', 30, () => clock / 1_000);

  clock = 10_000;
  const early = heartbeats.stuck();
  clock = 40_000;
  const late = heartbeats.stuck();
  beat();

  expect(early).toEqual([]);
  expect(late).toEqual([
    { loop: 'quick', seconds: 40 },
    { loop: 'watched', seconds: 40 },
  ]);
  expect(heartbeats.stuck()).toEqual([{ loop: 'watched', seconds: 40 }]);
});

test('S9: a worker whose drain hangs is not ready, and says which loop it is', async () => {
  let clock = 0;
  const heartbeats = createHeartbeats(() => clock);
  const app = fastify();
  serveHealth(app, harness.database, heartbeats);
  const { promise: hanging, resolve: goOn } = Promise.withResolvers<void>();
  const begun = vi.fn<() => void>();
  const handlers = [
    drainHandler(anyKind('scan'), () => {
      begun();
      return hanging;
    }),
  ];
  const drain = startDrain({ database: harness.database, log: harness.log, handlers, heartbeats });
  const ctx = await harness.organization();
  const ask = async () => {
    const answer = await app.inject('/readyz');
    return [answer.statusCode, answer.json()] as const;
  };

  const before = await ask();
  await harness.deliver([scanOf(ctx, ctx.organizationId)]);
  await vi.waitFor(() => expect(begun).toHaveBeenCalled(), { timeout: 60_000 });
  clock += 121_000;
  // The loop of the opt-outs goes on and says so.
  await vi.waitFor(
    async () => expect(await ask()).toEqual([503, { status: 'stuck', loops: [{ loop: 'inbox drain', seconds: 121 }] }]),
    30_000,
  );
  goOn();
  await vi.waitFor(async () => expect(await ask()).toEqual([200, { status: 'ready' }]), { timeout: 60_000 });
  await drain.stop();

  expect(before).toEqual([200, { status: 'ready' }]);
});
