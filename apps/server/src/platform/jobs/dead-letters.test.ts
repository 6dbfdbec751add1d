import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Log } from '../log.ts';
import { listDeadLetters, replayDeadLetters, watchDeadLetters } from './dead-letters.ts';
import { PermanentJobError, handle } from './handlers.ts';
import { enqueue, enqueueMany, job } from './job.ts';
import { jobStats } from './stats.ts';
import { type JobHarness, createJobHarness } from './test-harness.ts';

const broken = job('test.broken', z.object({ number: z.int() }), { class: 'webhook', attempts: 3 });
const other = job('test.other', z.object({}), { class: 'campaign' });

let harness: JobHarness;
let ctx: Context;
const soon = { timeout: 60_000, interval: 50 };

beforeAll(async () => {
  harness = await createJobHarness();
  ctx = await harness.organization();
});
afterEach(() => harness.stopWorkers());
afterAll(() => harness.close());

const giveUp = async () => {
  throw new PermanentJobError('The receiver is gone.');
};

test('dead letters are listed with their reason, counted, and put back one by one or by name', async () => {
  const dying = await harness.start([handle(broken, giveUp), handle(other, giveUp)]);
  await enqueueMany(ctx, broken, [{ number: 1 }, { number: 2 }, { number: 3 }]);
  await enqueue(ctx, other, {});
  await vi.waitFor(async () => expect(await listDeadLetters(harness.database)).toHaveLength(4), soon);
  await dying.stop();

  const [first] = await listDeadLetters(harness.database, { job: 'test.broken' });
  expect(first).toMatchObject({
    job: 'test.broken',
    organizationId: ctx.organizationId,
    reason: 'The receiver is gone.',
    attempts: 1,
  });
  expect(await jobStats(harness.database)).toMatchObject([
    { class: 'webhook', job: 'test.broken', dead: 3, waiting: 0 },
    { class: 'campaign', job: 'test.other', dead: 1, waiting: 0 },
  ]);

  expect(await replayDeadLetters(harness.database, { job: 'test.broken', id: first?.id })).toBe(1);
  expect(await replayDeadLetters(harness.database, { job: 'test.broken' })).toBe(2);
  expect(await listDeadLetters(harness.database)).toMatchObject([{ job: 'test.other' }]);
  expect(await jobStats(harness.database)).toMatchObject([{ job: 'test.broken', dead: 0, waiting: 3 }, {}]);

  const seen: number[] = [];
  await harness.start([handle(broken, async (_, { number }) => seen.push(number)), handle(other, giveUp)]);
  await vi.waitFor(() => expect(new Set(seen)).toEqual(new Set([1, 2, 3])), soon);
});

test('each dead letter raises the alarm once, however many processes watch', async () => {
  const log = { error: vi.fn(), debug: vi.fn() };
  const executeSql = vi.fn((text: string, values?: unknown[]) => harness.database.pool.query(text, values));
  const watching = [1, 2].map(() => watchDeadLetters({ executeSql }, log as unknown as Log, { jobs: [], pauseMs: 20 }));

  await vi.waitFor(() => expect(executeSql.mock.calls.length).toBeGreaterThan(8), soon);
  await Promise.all(watching.map((watch) => watch.stop()));

  expect(log.error.mock.calls).toEqual([[expect.objectContaining({ job: 'test.other' }), expect.any(String)]]);
});
