import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { chain, handleChain, startChain } from './chain.ts';
import { type JobBed, createJobBed } from './test-bed.ts';

const Range = z.object({ after: z.int(), until: z.int() });
const copy = chain('test.copy', Range, { class: 'campaign', window: 4 });
const twice = chain('test.twice', Range, { class: 'campaign', window: 2, attempts: 3, backoffSeconds: 1 });
const chunkSize = 500;
const soon = { timeout: 25_000, interval: 20 };

let bed: JobBed;
let large: Context;
let small: Context;

beforeAll(async () => {
  bed = await createJobBed();
  large = await bed.organization();
  small = await bed.organization();
  await bed.owner.query(
    'create table copied (organization_id uuid, number int, primary key (organization_id, number))',
  );
  await bed.owner.query('grant select, insert on copied to waggle_app');
});
afterEach(() => bed.stopWorkers());
afterAll(() => bed.close());

/** Writes the next rows of a range, as a campaign writes its send rows, and says where to go on. */
async function writeChunk(ctx: Context, { after, until }: z.infer<typeof Range>) {
  const last = Math.min(after + chunkSize, until);
  await sql`insert into copied select ${ctx.organizationId}::uuid, generate_series(${after + 1}::int, ${last}::int)`.execute(
    ctx.db,
  );
  return last < until ? { after: last, until } : null;
}

async function copied({ organizationId }: Context): Promise<number> {
  const { rows } = await bed.owner.query<{ count: number }>(
    'select count(*)::int from copied where organization_id = $1',
    [organizationId],
  );
  return rows[0]?.count ?? 0;
}

async function waitingOf({ organizationId }: Context): Promise<number> {
  const { rows } = await bed.database.pool.query<{ count: number }>(
    "select count(*)::int from pgboss.job where state = 'created' and data->>'organizationId' = $1",
    [organizationId],
  );
  return rows[0]?.count ?? 0;
}

const lanes = (rows: number, count: number) =>
  Array.from({ length: count }, (_, lane) => ({ after: (lane * rows) / count, until: ((lane + 1) * rows) / count }));

test('a hundred jobs behind fifty thousand rows of another organization are done at once', async () => {
  let mostWaiting = 0;
  await bed.start([
    handleChain(copy, async (ctx, step) => {
      mostWaiting = Math.max(mostWaiting, await waitingOf(large));
      return writeChunk(ctx, step);
    }),
  ]);

  const started = performance.now();
  await startChain(large, copy, 'campaign-1', lanes(50_000, 4));
  for (let index = 0; index < 100; index += 1)
    await startChain(small, copy, `mail-${index}`, [{ after: index, until: index + 1 }]);
  const enqueued = performance.now();
  await vi.waitFor(async () => expect(await copied(small)).toBe(100), soon);
  const smallDone = performance.now();
  const rowsBefore = await copied(large);
  await vi.waitFor(async () => expect(await copied(large)).toBe(50_000), soon);

  process.stdout.write(
    `fairness: B's 100 jobs done ${Math.round(smallDone - enqueued)} ms after the last was enqueued (${Math.round(smallDone - started)} ms after A began), ` +
      `A had ${rowsBefore} of 50000 rows; A done after ${Math.round(performance.now() - started)} ms\n`,
  );
  expect(smallDone - enqueued).toBeLessThan(2_000);
  expect(mostWaiting).toBeLessThanOrEqual(4);
});

test('a step that runs again after its successor was enqueued acts once and goes on once', async () => {
  const runs: number[] = [];
  const handler = handleChain(twice, async (ctx, step, { link }) => {
    runs.push(link);
    return writeChunk(ctx, step);
  });
  const crashing = {
    ...handler,
    act: async (...args: Parameters<typeof handler.act>) => {
      await handler.act(...args);
      if (runs.length === 1) throw new Error('killed after the commit, before the job was completed');
    },
  };
  const other = await bed.organization();
  await bed.start([crashing]);

  await startChain(other, twice, 'campaign-2', [{ after: 0, until: 2_000 }]);

  await vi.waitFor(async () => expect(await bed.count('test.twice', ['completed'])).toBe(4), soon);
  expect(await copied(other)).toBe(2_000);
  expect(runs).toEqual([0, 1, 2, 3]);
  expect(await bed.count('test.twice')).toBe(0);
});

test('a key that was begun is not begun again, and a chain has no more lanes than its window', async () => {
  const other = await bed.organization();

  await startChain(other, copy, 'campaign-3', lanes(1_000, 2));
  await startChain(other, copy, 'campaign-3', lanes(1_000, 2));

  expect(await bed.count('test.copy', ['created'])).toBe(2);
  await expect(startChain(other, copy, 'campaign-4', lanes(1_000, 5))).rejects.toThrow('has 4 lanes, not 5');
});
