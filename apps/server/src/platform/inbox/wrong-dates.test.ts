import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { anyKind } from '../../../test/harness/inbox-harness.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createLog } from '../log.ts';
import { openInbox } from './append.ts';
import { createRound, drainRound } from './drain.ts';
import { createUuidV7 } from '../uuid-v7.ts';
import { type InboxEvent, optOutKinds } from './event.ts';
import { drainHandler } from './handlers.ts';
import { replayAside } from './replay-aside.ts';

const dayMs = 86_400_000;
const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
const nextId = createUuidV7();
let db: TestDatabase;
let database: Database;
let folder: string;
beforeAll(async () => {
  db = await createTestDatabase();
  database = openDatabase({ DATABASE_URL: db.appUrl, DATABASE_POOL_SIZE: 4, DATABASE_STATEMENT_TIMEOUT_MS: 10_000 });
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-dates-'));
  await db.owner.query('delete from inbox_events');
  return () => rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await database.close();
  await db.drop();
});

const optOut = (days: number, over: Partial<InboxEvent> = {}): InboxEvent => ({
  id: nextId(),
  organizationId: randomUUID(),
  clientId: null,
  kind: 'unsubscribe',
  subjectId: randomUUID(),
  happenedAt: Date.now() + days * dayMs,
  signals: { address: '192.0.2.1', sendId: randomUUID() },
  ...over,
});
async function received(events: readonly InboxEvent[]): Promise<void> {
  const inbox = await openInbox(database, folder, log);
  for (const event of events) await inbox.record(event);
  await inbox.close();
}
/** What a worker's drain understands now. */
async function understood(): Promise<string[]> {
  // Events of an organization that is not there are deleted and not understood.
  await db.owner.query(
    `insert into organizations (id, name) select distinct organization_id, 'Hive' from inbox_events on conflict do nothing`,
  );
  const seen: string[] = [];
  const handlers = ['scan', ...optOutKinds].map((kind) =>
    drainHandler(anyKind(kind), async (_ctx, events) => void seen.push(...events.map(({ id }) => id))),
  );
  await drainRound(createRound({ database, log, handlers }));
  return seen;
}
const dayOf = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
const placeOf = async ({ id }: InboxEvent): Promise<string | undefined> =>
  (
    await db.owner.query<{ place: string }>(
      'select tableoid::regclass::text as place from inbox_events where id = $1',
      [id],
    )
  ).rows[0]?.place;
const idsOf = (events: readonly InboxEvent[]) => events.map(({ id }) => id).sort();

describe('P9: an opt-out from an edge whose clock is wrong', () => {
  test('a week, a year and decades off holds at once', async () => {
    const events = [-400, -40, -8, 8, 400, 7_000].map((days) => optOut(days));

    await received(events);

    expect((await understood()).sort()).toEqual(idsOf(events));
    expect(readdirSync(folder)).not.toContain('aside.jsonl');
  });

  test('beside those of a right clock, in the same organization, holds within three looks', async () => {
    const organizationId = randomUUID();
    const events = [9, 0, -9, 0].map((days) => optOut(days, { organizationId }));
    await received(events);

    const seen: string[] = [];
    for (let round = 0; round < 3; round += 1) seen.push(...(await understood()));

    expect(seen.sort()).toEqual(idsOf(events));
  });

  test('moves to its day when there is a partition for it, and goes when it is too old or was understood long ago', async () => {
    const [soon, old, waiting, far] = [optOut(10), optOut(-40), optOut(-41), optOut(4_000)];
    await received([soon, old, waiting, far]);
    await db.owner.query('update inbox_events set drained_at = now() where id = $1', [old.id]);
    await db.owner.query(`update inbox_events set drained_at = now() - interval '31 days' where id = $1`, [far.id]);

    await db.owner.query(
      `do $$ declare body text := pg_get_functiondef('keep_partitions_of(text)'::regprocedure); begin
         execute replace(replace(body, 'FUNCTION public.keep_partitions_of', 'FUNCTION public.keep_partitions_soon'), 'else 7 end', 'else 10 end'); end $$`,
    );
    await db.owner.query("select keep_partitions_soon('inbox_events')");

    expect(await placeOf(soon)).toBe(`inbox_events_${dayOf(10)}`);
    expect(await placeOf(waiting)).toBe('inbox_events_default');
    expect([await placeOf(old), await placeOf(far)]).toEqual([undefined, undefined]);
  });
});

describe('P9: partitions', () => {
  test('that are missing altogether keep an opt-out in the spool until they are there', async () => {
    const today = `inbox_events_${dayOf(0)}`;
    await db.owner.query(`alter table inbox_events detach partition ${today}`);
    await db.owner.query('alter table inbox_events detach partition inbox_events_default');
    const event = optOut(0);
    const inbox = await openInbox(database, folder, log);

    await inbox.record(event);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    const before = { place: await placeOf(event), aside: existsSync(join(folder, 'aside.jsonl')) };
    await db.owner.query('alter table inbox_events attach partition inbox_events_default default');
    await db.owner.query(`drop table ${today}`);
    await db.owner.query('select keep_partitions()');

    await vi.waitFor(async () => expect(await placeOf(event)).toBe(today), { timeout: 60_000 });
    await inbox.close();
    expect(before).toEqual({ place: undefined, aside: false });
  });

  test('with opt-outs that no worker has understood yet are not dropped, however old', async () => {
    const old = `inbox_events_${dayOf(-35)}`;
    const [asked, opened] = [optOut(-35), optOut(-36, { kind: 'open' })];
    for (const ago of [35, 36])
      await db.owner.query(
        `create table inbox_events_${dayOf(-ago)} partition of inbox_events for values from ('${dayOf(-ago)}') to ('${dayOf(1 - ago)}')`,
      );
    await received([asked, opened]);

    await db.owner.query('select keep_partitions()');
    const kept = [await placeOf(asked), await placeOf(opened)];
    await understood();
    await db.owner.query('select keep_partitions()');

    expect(kept).toEqual([old, undefined]);
    expect(await placeOf(asked)).toBeUndefined();
  });

  test('are kept by an owner that is no superuser, for whom row security holds', async () => {
    await db.owner.query(`
      create role keeper; grant usage, create on schema public to keeper; grant select on partitioned_tables to keeper;
      do $$ declare part record; begin
        for part in select relid::regclass as name from partitioned_tables, pg_partition_tree(to_regclass(partitioned_tables.name)) loop
          execute format('alter table %s owner to keeper', part.name);
        end loop;
        for part in select to_regclass(name || '_default') as name from partitioned_tables loop
          execute format('drop policy upkeep on %s', part.name);
          execute format('create policy upkeep on %s to keeper using (true)', part.name);
        end loop;
      end $$;
      grant references on organizations to keeper;
      alter function keep_partitions() owner to keeper; alter function keep_partitions_of(text) owner to keeper`);
    const [moved, old, waiting] = [optOut(7), optOut(-50), optOut(-35)];
    await db.owner.query(`drop table inbox_events_${dayOf(7)}`);
    await db.owner.query(
      `create table inbox_events_${dayOf(-35)} partition of inbox_events for values from ('${dayOf(-35)}') to ('${dayOf(-34)}');
       alter table inbox_events_${dayOf(-35)} owner to keeper; alter table inbox_events_${dayOf(-35)} enable row level security;
       alter table inbox_events_${dayOf(-35)} force row level security`,
    );
    await received([moved, old, waiting]);
    await db.owner.query('update inbox_events set drained_at = now() where id = $1', [old.id]);

    await db.owner.query('select keep_partitions()');

    expect([await placeOf(moved), await placeOf(old), await placeOf(waiting)]).toEqual([
      `inbox_events_${dayOf(7)}`,
      undefined,
      `inbox_events_${dayOf(-35)}`,
    ]);
  });
});

describe('P9: what was set aside', () => {
  test('is told again once each, and what is refused stays, with the reason', async () => {
    const good = [optOut(0), optOut(8), optOut(-60)];
    const poison = optOut(0, { signals: { address: 'a', userAgent: '\0' } });
    const path = join(folder, 'aside.jsonl');
    writeFileSync(path, `${JSON.stringify([good[0], poison])}\n${JSON.stringify(good.slice(1))}\n[{"id":"half\n`);

    const first = await replayAside(database, folder);
    writeFileSync(path, `${JSON.stringify(good)}\n`, { flag: 'a' });
    const second = await replayAside(database, folder);

    expect([first.accepted, first.known, [...first.refused.values()]]).toEqual([3, 0, [1, 1]]);
    expect([second.accepted, second.known]).toEqual([3, 3]);
    expect((await understood()).sort()).toEqual(idsOf(good));
    expect(readdirSync(folder)).toEqual(['aside.jsonl']);
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify([poison])}\n[{"id":"half\n`);
  });

  test('by nobody is nothing to do', async () => {
    expect(await replayAside(database, folder)).toEqual({ accepted: 0, known: 0, refused: new Map() });
  });
});
