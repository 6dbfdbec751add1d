import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Context, inTransaction } from '../context.ts';
import { enqueue, enqueueMany, enqueueSystem, job, systemJob } from './job.ts';
import { type JobHarness, createJobHarness } from './test-harness.ts';

const Numbered = z.object({ number: z.int() });
const plain = job('test.plain', Numbered, { class: 'campaign' });
const rolledBack = job('test.rolled-back', Numbered, { class: 'campaign' });
const onePerKey = job('test.one-per-key', Numbered, { class: 'campaign', onePerKey: true });
const ofNobody = systemJob('test.of-nobody', Numbered, { class: 'maintenance' });

let harness: JobHarness;
let ctx: Context;

beforeAll(async () => {
  harness = await createJobHarness();
  ctx = await harness.organization();
});
afterAll(() => harness.close());

test('work that rolled back is never done and work that committed is kept', async () => {
  await inTransaction(ctx, (ctx) => enqueue(ctx, plain, { number: 1 }));
  const failing = inTransaction(ctx, async (ctx) => {
    await enqueueMany(ctx, plain, [{ number: 2 }, { number: 3 }]);
    throw new Error('changed my mind');
  });

  await expect(failing).rejects.toThrow('changed my mind');

  expect(await harness.count('test.plain')).toBe(1);
});

test('the first job of a kind survives a rollback of the transaction that made its queue', async () => {
  const failing = inTransaction(ctx, async (ctx) => {
    await enqueue(ctx, rolledBack, { number: 1 });
    await enqueue(ctx, rolledBack, { number: 2 });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');

  await enqueue(ctx, rolledBack, { number: 3 });

  expect(await harness.count('test.rolled-back')).toBe(1);
});

test('a row carries its organization, its tries and its dead letter', async () => {
  await enqueue(ctx, plain, { number: 4 }, { startAfter: new Date('2040-01-01T00:00:00Z'), priority: 3 });

  const { rows } = await harness.owner.query("select * from pgboss.job where name = 'test.plain' and priority = 3");

  expect(rows).toMatchObject([
    {
      data: { organizationId: ctx.organizationId, payload: { number: 4 } },
      start_after: new Date('2040-01-01T00:00:00Z'),
      retry_limit: 4,
      heartbeat_seconds: 10,
      deletion_seconds: 3_600,
      dead_letter: 'dead.campaign',
    },
  ]);
});

test('one key waits once in each organization', async () => {
  const other = await harness.organization();

  const ids = [
    await enqueue(ctx, onePerKey, { number: 1 }, { singletonKey: 'segment-1' }),
    await enqueue(ctx, onePerKey, { number: 1 }, { singletonKey: 'segment-1' }),
    await enqueue(ctx, onePerKey, { number: 1 }, { singletonKey: 'segment-2' }),
    await enqueue(other, onePerKey, { number: 1 }, { singletonKey: 'segment-1' }),
  ];

  expect(ids).toEqual([expect.any(String), null, expect.any(String), expect.any(String)]);
});

test('a key on a job that is not one per key is a mistake', async () => {
  const enqueued = enqueue(ctx, plain, { number: 1 }, { singletonKey: 'segment-1' });

  await expect(enqueued).rejects.toThrow('not declared onePerKey');
});

test('a payload that does not fit fails whoever enqueues it', async () => {
  const enqueued = enqueue(ctx, plain, { number: 1.5 });

  await expect(enqueued).rejects.toThrow('expected int');
});

test('a sign-in transaction can leave work behind', async () => {
  await harness.database.directory.transaction().execute((db) => enqueueSystem(db, ofNobody, { number: 1 }));
  await enqueueSystem(harness.database, ofNobody, { number: 2 });

  expect(await harness.count('test.of-nobody')).toBe(2);
});

test('a name says whose work it is', () => {
  expect(() => job('Plain', Numbered, { class: 'campaign' })).toThrow('needs a name like');
});
