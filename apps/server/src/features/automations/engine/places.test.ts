import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#platform/context.ts';
import { enterPeople } from '../entries/enter.ts';
import { arrive } from './arrive.ts';
import { createHarness, email, type Harness, wait } from './engine-harness.ts';
import * as queries from './queries.ts';
import { recomputePlaces } from './recompute-places.ts';
import { repairPlaces } from './watchdog.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

async function nextAt(automationId: string, step: number): Promise<string> {
  const { rows } = await harness.db.owner.query<{ next_at: string }>(
    'select next_at::text from automation_places where automation_id = $1 and step = $2',
    [automationId, step],
  );
  return rows[0]!.next_at;
}

/** Until a session waits for a lock of another. */
const waiting = async () => {
  await expect
    .poll(async () => {
      const { rows } = await harness.db.owner.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]!.waiting;
    })
    .toBeGreaterThan(0);
};

test('somebody who arrives while a place is recomputed is not overlooked, whoever commits first', async () => {
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [wait(), email()]);
  const contactIds = await harness.contacts(ctx, 2);
  await enterPeople(ctx, { automationId, contactIds: [contactIds[0]!], via: 'manual' });
  await harness.settle(ctx);
  await harness.db.owner.query('delete from automation_runs where automation_id = $1', [automationId]);
  const place = { automationId, version: 1, step: 0 };

  // The arrival holds the place, has written the run and not committed; who recomputes waits, and then finds it.
  const arrived = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const arriving = inTransaction(ctx, async (ctx) => {
    await enterPeople(ctx, { automationId, contactIds: [contactIds[1]!], via: 'manual' });
    arrived.resolve();
    await commit.promise;
  });
  await arrived.promise;
  const recomputing = recomputePlaces(ctx, [place]);
  await waiting();
  commit.resolve();
  await Promise.all([arriving, recomputing]);

  expect(await nextAt(automationId, 0)).not.toBe('infinity');
  expect(await harness.duePlaces(ctx)).toMatchObject([place]);
  expect(await repairPlaces(ctx)).toBe(0);
});

test('somebody who arrives after a place was locked brings its time forward again', async () => {
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [wait(), email()]);
  const [first, second] = await harness.contacts(ctx, 2);
  await enterPeople(ctx, { automationId, contactIds: [first!], via: 'manual' });
  await harness.settle(ctx);
  await harness.db.owner.query('delete from automation_runs where automation_id = $1', [automationId]);
  const owner = new pg.Client({ connectionString: harness.db.ownerUrl });
  await owner.connect();
  await owner.query('begin');
  await owner.query('select from automation_places where automation_id = $1 for update', [automationId]);
  await owner.query(`update automation_places set next_at = 'infinity' where automation_id = $1`, [automationId]);

  const entering = enterPeople(ctx, { automationId, contactIds: [second!], via: 'manual' });
  await waiting();
  await owner.query('commit');
  await owner.end();
  await entering;

  expect(await harness.duePlaces(ctx)).toMatchObject([{ automationId, step: 0 }]);
});

test('many arrive at one place at the same time, also where all of them bring it forward', async () => {
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [wait(), email()]);
  const contactIds = await harness.contacts(ctx, 60);

  await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      enterPeople(ctx, { automationId, contactIds: contactIds.slice(at * 10, at * 10 + 10), via: 'manual' }),
    ),
  );

  expect(await harness.inside(ctx)).toHaveLength(60);
  expect(await harness.duePlaces(ctx)).toHaveLength(1);
});

test('arrivals that bring nothing forward share a place and do not wait for each other', async () => {
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [wait()]);
  await enterPeople(ctx, { automationId, contactIds: await harness.contacts(ctx, 1), via: 'manual' });
  const arrival = { automationId, version: 1, step: 0, clientId: null, wakeAt: Date.now() + 86_400_000 };

  await inTransaction(ctx, async (outer) => {
    await arrive(outer, [arrival]);
    await inTransaction(ctx, (inner) => arrive(inner, [arrival]));
  });

  expect(await repairPlaces(ctx)).toBe(0);
});

test('a place that would be looked at too late is repaired and counted', async () => {
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [wait()]);
  await enterPeople(ctx, { automationId, contactIds: await harness.contacts(ctx, 2), via: 'manual' });
  await harness.settle(ctx);
  const noted = await nextAt(automationId, 0);

  expect(await repairPlaces(ctx)).toBe(0);
  await harness.db.owner.query(`update automation_places set next_at = 'infinity' where automation_id = $1`, [
    automationId,
  ]);
  expect(await repairPlaces(ctx)).toBe(1);
  expect(await nextAt(automationId, 0)).toBe(noted);
});

/** Rows of runs that were looked at, by index or one after the other, as the database itself counts. */
async function looked(): Promise<number> {
  const { rows } = await harness.db.owner.query<{ rows: number }>(
    `select (sum(pg_stat_get_tuples_returned(relid)) + sum(pg_stat_get_tuples_fetched(relid))
       + (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes where relname = 'automation_runs'))::int as rows
     from pg_stat_user_tables where relname = 'automation_runs'`,
  );
  return rows[0]!.rows;
}

test('statements of a turn find their people by key, also with plans that are kept and without statistics', async () => {
  await harness.db.owner.query('alter table automation_runs set (autovacuum_enabled = false)');
  const ctx = await harness.organization();
  const automationId = await harness.automation(ctx, [wait(), email()]);
  const contactIds = await harness.contacts(ctx, 20_000);
  for (let at = 0; at < contactIds.length; at += 1_000)
    await enterPeople(ctx, { automationId, contactIds: contactIds.slice(at, at + 1_000), via: 'manual' });
  const place = { automationId, version: 1, step: 0 };
  const future = Date.now() + 86_400_000;
  const read: Record<string, number[]> = { claimDue: [], moveRuns: [], endRuns: [], recomputePlaces: [] };
  const measured = async (name: string, fn: (own: typeof ctx) => Promise<unknown>) => {
    const before = await looked();
    await inTransaction(ctx, async (ctx) => {
      await queries.byKeysOnly(ctx);
      await fn(ctx);
      // Asked on the connection that did it: a connection tells what it read only now and then by itself.
      await sql`select pg_stat_force_next_flush()`.execute(ctx.db);
    });
    read[name]!.push((await looked()) - before);
  };

  // A plan is kept from the sixth time on.
  for (let round = 0; round < 8; round += 1) {
    let runs: queries.ClaimedRun[] = [];
    await measured('claimDue', async (ctx) => (runs = await queries.claimDue(ctx, [place], 500)));
    const rest = { step: 0, turns: 1, wakeAt: future, deadline: future, arrivedAt: future, memory: null };
    await measured('moveRuns', (ctx) =>
      queries.moveRuns(
        ctx,
        runs.slice(0, 400).map(({ id }) => ({ id, ...rest })),
      ),
    );
    const end = { step: 0, turns: 1, reason: 'left' };
    await measured('endRuns', (ctx) =>
      queries.endRuns(
        ctx,
        runs.slice(400).map(({ id }) => ({ id, ...end })),
      ),
    );
    await measured('recomputePlaces', (ctx) => recomputePlaces(ctx, [place]));
  }

  expect(Math.max(...read['claimDue']!)).toBeLessThan(5_000);
  expect(Math.max(...read['moveRuns']!, ...read['endRuns']!)).toBeLessThan(5_000);
  expect(Math.max(...read['recomputePlaces']!)).toBeLessThan(5_000);
});
