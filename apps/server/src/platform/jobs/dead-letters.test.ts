import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Log } from '../log.ts';
import { listDeadLetters, replayDeadLetters, watchDeadLetters } from './dead-letters.ts';
import { Unworkable, handle } from './handlers.ts';
import { enqueue, enqueueMany, job } from './job.ts';
import { jobStats } from './stats.ts';
import { type JobBed, createJobBed } from './test-bed.ts';

const broken = job('test.broken', z.object({ number: z.int() }), { class: 'webhook', attempts: 3 });
const other = job('test.other', z.object({}), { class: 'campaign' });

let bed: JobBed;
let ctx: Context;
const soon = { timeout: 10_000, interval: 50 };

beforeAll(async () => {
  bed = await createJobBed();
  ctx = await bed.organization();
});
afterEach(() => bed.stopWorkers());
afterAll(() => bed.close());

const giveUp = async () => {
  throw new Unworkable('The receiver is gone.');
};

test('dead letters are listed with their reason, counted, and put back one by one or by name', async () => {
  const dying = await bed.start([handle(broken, giveUp), handle(other, giveUp)]);
  await enqueueMany(ctx, broken, [{ number: 1 }, { number: 2 }, { number: 3 }]);
  await enqueue(ctx, other, {});
  await vi.waitFor(async () => expect(await listDeadLetters(bed.database)).toHaveLength(4), soon);
  await dying.stop();

  const [first] = await listDeadLetters(bed.database, { job: 'test.broken' });
  expect(first).toMatchObject({
    job: 'test.broken',
    organizationId: ctx.organizationId,
    reason: 'The receiver is gone.',
    attempts: 1,
  });
  expect(await jobStats(bed.database)).toMatchObject([
    { class: 'webhook', job: 'test.broken', dead: 3, waiting: 0 },
    { class: 'campaign', job: 'test.other', dead: 1, waiting: 0 },
  ]);

  expect(await replayDeadLetters(bed.database, { job: 'test.broken', id: first?.id })).toBe(1);
  expect(await replayDeadLetters(bed.database, { job: 'test.broken' })).toBe(2);
  expect(await listDeadLetters(bed.database)).toMatchObject([{ job: 'test.other' }]);
  expect(await jobStats(bed.database)).toMatchObject([{ job: 'test.broken', dead: 0, waiting: 3 }, {}]);

  const seen: number[] = [];
  await bed.start([handle(broken, async (_, { number }) => seen.push(number)), handle(other, giveUp)]);
  await vi.waitFor(() => expect(new Set(seen)).toEqual(new Set([1, 2, 3])), soon);
});

test('each dead letter raises the alarm once, however many processes watch', async () => {
  const log = { error: vi.fn(), debug: vi.fn() };
  const db = { executeSql: (text: string, values?: unknown[]) => bed.database.pool.query(text, values) };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stopping = [watchDeadLetters(db, log as unknown as Log), watchDeadLetters(db, log as unknown as Log)];

  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();

  await vi.waitFor(() => expect(log.error).toHaveBeenCalled(), soon);
  expect(log.error.mock.calls).toEqual([[expect.objectContaining({ job: 'test.other' }), expect.any(String)]]);
  for (const stop of stopping) stop();
});
