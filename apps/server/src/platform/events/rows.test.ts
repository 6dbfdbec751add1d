import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { listDeadLetters } from '../jobs/dead-letters.ts';
import { type JobHarness, createJobHarness } from '../jobs/test-harness.ts';
import { createLog } from '../log.ts';
import type { DB } from '../schema.ts';
import type { Repeated } from '../repeat-every.ts';
import { organizationsSince, rowsIn } from './cursor.sql.ts';
import { defineRowEvent } from './event.ts';
import { createFollower, startFollowing } from './follow-rows.ts';
import { readersOf, rowHandlers } from './read-rows.ts';
import type { RowSource } from './row-source.ts';
import { type Subscription, subscribe } from './subscription.ts';

type Line = { contactId: string; data: { number: number } };
const lines: RowSource<Line> = {
  name: 'lines',
  table: 'contact_activity',
  kind: 'type',
  columns: sql`contact_id as "contactId", data`,
};
const lined = (name: string) =>
  defineRowEvent<{ contactId: string; number: number }, Line>(
    name,
    z.object({ contactId: z.guid(), number: z.int() }),
    { source: lines, kinds: [name], read: (_, rows) => rows.map(({ contactId, data }) => ({ contactId, ...data })) },
  );
const happened = lined('thing.happened');
const soon = { timeout: 60_000, interval: 50 };
const silent = createLog({ LOG_LEVEL: 'silent' }, 'test');

let harness: JobHarness;
const running: Repeated[] = [];
const clients: pg.Client[] = [];
beforeAll(async () => {
  harness = await createJobHarness();
  await harness.owner.query('create table acts (at bigserial, subscriber text, contact_id uuid, number int)');
  await harness.owner.query(
    'grant select, insert on acts to waggle_app; grant usage on sequence acts_at_seq to waggle_app',
  );
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await harness.stopWorkers();
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await harness.owner.query(
    'truncate acts, event_cursors, event_readers; delete from contact_activity; delete from pgboss.job',
  );
});
afterAll(() => harness.close());

const noting = (subscriber: string, event = happened, batch?: number): Subscription =>
  subscribe({
    event,
    subscriber,
    ...(batch && { batch }),
    async handler(ctx, received) {
      for (const { payload } of received)
        await sql`insert into acts (subscriber, contact_id, number) values (${subscriber}, ${payload.contactId}, ${payload.number})`.execute(
          ctx.db,
        );
    },
  });
const parts = (...subscriptions: Subscription[]) => ({ database: harness.database, log: silent, subscriptions });
/** One look, when told. */
function follower(...subscriptions: Subscription[]) {
  const given = parts(...subscriptions);
  const looks = readersOf(subscriptions).map((reader) => createFollower(given, reader));
  return async () => {
    for (const look of looks) await look(new AbortController().signal);
  };
}
const start = (...subscriptions: Subscription[]) => running.push(startFollowing(parts(...subscriptions)));

const insert = `insert into contact_activity (organization_id, contact_id, type, data)
  values ($1, $2, $3, jsonb_build_object('number', $4::int))`;
type Row = { contactId?: string; number: number; type?: string };
const write = (db: pg.Client, ctx: Context, { contactId = ctx.organizationId, number, type = 'thing.happened' }: Row) =>
  db.query(insert, [ctx.organizationId, contactId, type, number]);
/** A transaction that is open until told. */
async function begun(): Promise<pg.Client> {
  const client = new pg.Client(harness.ownerUrl);
  await client.connect();
  clients.push(client);
  await client.query('begin; select pg_current_xact_id()');
  return client;
}
async function acts(subscriber = 'one'): Promise<number[]> {
  const { rows } = await harness.owner.query<{ number: number }>(
    'select number from acts where subscriber = $1 order by at',
    [subscriber],
  );
  return rows.map(({ number }) => number);
}

test('a row whose transaction ends after later ones is read when it ends, and once', async () => {
  const ctx = await harness.organization();
  const look = follower(noting('one'));
  await look();
  const long = await begun();
  await write(long, ctx, { number: 1 });
  await write(harness.owner, ctx, { number: 2 });
  await look();
  await write(long, ctx, { number: 3 });
  await write(harness.owner, ctx, { number: 4 });
  await look();
  const before = await acts();

  await long.query('commit');
  await look();
  await look();

  expect(before).toEqual([2, 4]);
  expect(await acts()).toEqual([2, 4, 1, 3]);
});

test('two changes of one contact are heard in the order in which they were made, whichever transaction began first', async () => {
  const ctx = await harness.organization();
  const look = follower(noting('one'));
  await look();
  const early = await begun();
  await write(harness.owner, ctx, { number: 1 });
  await write(early, ctx, { number: 2 });
  await early.query('commit');

  await look();

  expect(await acts()).toEqual([1, 2]);
});

test('a rollback is no event', async () => {
  const ctx = await harness.organization();
  const look = follower(noting('one'));
  await look();
  const failing = await begun();
  await write(failing, ctx, { number: 1 });
  await failing.query('rollback');
  await write(harness.owner, ctx, { number: 2 });

  await look();

  expect(await acts()).toEqual([2]);
});

test('who begins to subscribe hears what ends from then on', async () => {
  const ctx = await harness.organization();
  await write(harness.owner, ctx, { number: 1 });
  const open = await begun();
  await write(open, ctx, { number: 2 });

  const look = follower(noting('one'));
  await look();
  await open.query('commit');
  await write(harness.owner, ctx, { number: 3 });
  await look();

  expect(await acts()).toEqual([2, 3]);
});

test('a restart and a second process go on where the first one was', async () => {
  const ctx = await harness.organization();
  await follower(noting('one'))();
  await write(harness.owner, ctx, { number: 1 });
  const second = follower(noting('one'));
  await second();
  await write(harness.owner, ctx, { number: 2 });

  await Promise.all([follower(noting('one'))(), second()]);
  await second();

  expect(await acts()).toEqual([1, 2]);
});

test('thousands of rows of one transaction are read page by page, in order, in batches as asked for', async () => {
  const ctx = await harness.organization();
  const sizes: number[] = [];
  const counting = subscribe({
    event: happened,
    subscriber: 'one',
    batch: 300,
    handler: async (_, received) => void sizes.push(received.length),
  });
  const look = follower(counting);
  await look();
  await harness.owner.query(
    `insert into contact_activity (organization_id, contact_id, type, data)
     select $1::uuid, $1::uuid, 'thing.happened', jsonb_build_object('number', i) from generate_series(1, 2500) i`,
    [ctx.organizationId],
  );

  await look();

  expect(sizes).toEqual([300, 300, 300, 100, 300, 300, 300, 100, 300, 200]);
});

test('a subscriber to several kinds hears them in their order', async () => {
  const ctx = await harness.organization();
  const look = follower(noting('one'), noting('one', lined('thing.forgotten')));
  await look();
  for (const [number, type] of ['thing.happened', 'thing.forgotten', 'thing.ignored', 'thing.happened'].entries())
    await write(harness.owner, ctx, { number, type });

  await look();

  expect(await acts()).toEqual([0, 1, 3]);
});

test('an event that fails holds nobody up, is tried again by a job, and acts once', async () => {
  const ctx = await harness.organization();
  let broken = true;
  const shaky = subscribe({
    event: happened,
    subscriber: 'shaky',
    async handler(ctx, received) {
      for (const { payload } of received) {
        if (broken && payload.number === 7) throw new Error('not this one');
        await sql`insert into acts (subscriber, number) values ('shaky', ${payload.number})`.execute(ctx.db);
      }
    },
  });
  const look = follower(shaky);
  await look();
  for (let number = 0; number < 20; number += 1) await write(harness.owner, ctx, { number });
  await look();
  const before = await acts('shaky');

  broken = false;
  await harness.start(rowHandlers([shaky]));

  await vi.waitFor(async () => expect(await acts('shaky')).toHaveLength(20), soon);
  expect(before).toEqual(Array.from({ length: 20 }, (_, number) => number).filter((number) => number !== 7));
  expect((await acts('shaky')).at(-1)).toBe(7);
});

test('a row that does not fit the schema is set aside with the reason', async () => {
  const ctx = await harness.organization();
  const look = follower(noting('one'));
  await look();
  await harness.owner.query(
    `insert into contact_activity (organization_id, contact_id, type, data) values ($1, $1, 'thing.happened', '{"number": "one"}')`,
    [ctx.organizationId],
  );
  await write(harness.owner, ctx, { number: 2 });

  await look();
  await harness.start(rowHandlers([noting('one')]));

  expect(await acts()).toEqual([2]);
  await vi.waitFor(
    async () =>
      expect(await listDeadLetters(harness.database)).toMatchObject([
        { job: 'platform.deliver-row', reason: expect.stringContaining('It does not fit its schema: number: ') },
      ]),
    soon,
  );
});

test('an organization whose rows cannot be read holds no other up, and its rows wait', async () => {
  const [bad, good] = [await harness.organization(), await harness.organization()];
  let broken = true;
  const failing = defineRowEvent<{ number: number }, Line>('thing.happened', z.object({ number: z.int() }), {
    source: lines,
    kinds: ['thing.happened'],
    read(ctx, rows) {
      if (broken && ctx.organizationId === bad.organizationId) throw new Error('a bug of ours');
      return rows.map(({ data }) => data);
    },
  });
  start(noting('one', failing as never));
  await vi.waitFor(async () => expect((await harness.owner.query('select from event_readers')).rowCount).toBe(1), soon);

  await write(harness.owner, bad, { number: 1 });
  await write(harness.owner, good, { number: 2 });
  await vi.waitFor(async () => expect(await acts()).toEqual([2]), soon);
  broken = false;

  await vi.waitFor(async () => expect(await acts()).toEqual([2, 1]), soon);
});

test('rows of an organization that is being deleted are no news for anybody', async () => {
  const ctx = await harness.organization();
  const look = follower(noting('one'));
  await look();
  await write(harness.owner, ctx, { number: 1 });
  await harness.owner.query('update organizations set deleting_since = now() where id = $1', [ctx.organizationId]);

  await look();

  expect(await acts()).toEqual([]);
});

test('after a restore from a dump, which counts transactions anew, nothing old is delivered and everything new is', async () => {
  const ctx = await harness.organization();
  const look = follower(noting('one'));
  await look();
  await write(harness.owner, ctx, { number: 1 });
  await look();
  // As after a restore: positions and rows are from a server that had counted further.
  await harness.owner.query(`update event_readers set swept = '9000000:9000000:', began = '9000000:9000000:'`);
  await harness.owner.query(`update event_cursors set seen = '9000000:9000000:'`);
  await harness.owner.query('update contact_activity set written_in = written_in + 9000000');

  const restored = follower(noting('one'));
  await restored();
  await write(harness.owner, ctx, { number: 2 });
  await restored();

  expect(await acts()).toEqual([1, 2]);
});

test('neither look reads more than what is new, however much there is and however long a transaction is open', async () => {
  const ctx = await harness.organization();
  const other = await harness.organization();
  await harness.owner.query(
    `insert into contact_activity (organization_id, contact_id, type, data, written_in, written_no)
     select (array[$1, $2]::uuid[])[1 + i % 2], $1, 'thing.happened', '{"number": 0}', i / 10, i from generate_series(1, 60000) i`,
    [ctx.organizationId, other.organizationId],
  );
  await harness.owner.query('analyze contact_activity');
  const [reader] = readersOf([noting('one')]);
  const seen = '100:5990:100,4000';

  const plans = await Promise.all([
    planOf((db) => organizationsSince(db, reader!, { swept: seen, floorNo: '0' })),
    planOf((db) => rowsIn({ ...ctx, db }, reader!, { seen, reading: '6000:6000:', lastNo: '0' }, 1_000)),
  ]);

  // Those of other months are empty.
  const month = new Date().toISOString().slice(0, 7).replace('-', '');
  expect(plans[0]).not.toContain(`Seq Scan on contact_activity_${month}`);
  expect(plans[0]).toContain(`Bitmap Heap Scan on contact_activity_${month}`);
  expect(plans[1]).not.toContain(`Seq Scan on contact_activity_${month}`);
  expect(plans[1]).toMatch(/Scan on contact_activity_\d+_organization_id_written_in_idx|contact_activity_written_\d+/);
});

/** How the database would answer what the function asks. */
async function planOf(ask: (db: Context['db']) => Promise<unknown>): Promise<string> {
  const compiled: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: harness.database.pool }),
    log: ({ query }) => void compiled.push(query),
  });
  await ask(db).catch(() => {});
  const { sql: text, parameters } = compiled[0]!;
  const { rows } = await harness.owner.query(`explain ${text}`, [...parameters]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const reading = (look: () => Promise<void>) => look().catch(() => {});
const cutOff = () =>
  harness.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'waggle_app' and datname = current_database()",
  );

/** Transactions that write to contacts and end in any order; who has written to a contact holds it until then, as a change does. */
async function transactions(ctx: Context) {
  const contacts = [randomUUID(), randomUUID(), randomUUID()];
  const holders = new Map<string, pg.Client>();
  const open = [await begun(), await begun(), await begun()];
  let written = 0;

  async function end(client: pg.Client): Promise<void> {
    for (const [contact, holder] of holders) if (holder === client) holders.delete(contact);
    await client.query('commit');
  }
  return {
    written: () => written,
    async write(step: number): Promise<void> {
      const client = open[step % 3]!;
      const contactId = contacts[Math.floor(step / 3) % 3]!;
      if ((holders.get(contactId) ?? client) !== client) return;
      holders.set(contactId, client);
      written += 1;
      await write(client, ctx, { contactId, number: written });
    },
    async end(step: number): Promise<void> {
      const [client] = open.splice(step % 3, 1, await begun());
      await end(client!);
    },
    endAll: () => Promise.all(open.map(end)),
  };
}

test('whatever order transactions end in, and whenever two processes look or are cut off, rows are read once and in order', async () => {
  const step = fc.record({ kind: fc.constantFrom('write', 'write', 'write', 'end', 'look', 'cut'), no: fc.nat(8) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const ctx = await harness.organization();
      const looks = [follower(noting('one')), follower(noting('one'))];
      await looks[0]!();
      const running = await transactions(ctx);
      for (const { kind, no } of steps) {
        if (kind === 'write') await running.write(no);
        if (kind === 'end') await running.end(no);
        if (kind === 'look')
          await Promise.all([reading(looks[no % 2]!), no > 4 ? reading(looks[(no + 1) % 2]!) : null]);
        if (kind === 'cut') await Promise.all([reading(looks[no % 2]!), cutOff()]);
      }
      await running.endAll();
      await vi.waitFor(async () => {
        await looks[1]!();
        expect(await acts()).toHaveLength(running.written());
      }, soon);

      const { rows } = await harness.owner.query<{ numbers: number[] }>(
        'select array_agg(number order by at) as numbers from acts group by contact_id',
      );
      for (const { numbers } of rows) expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
      expect(new Set(await acts()).size).toBe(running.written());
      await harness.owner.query('truncate acts');
      await Promise.all(clients.splice(0).map((client) => client.end()));
    }),
    { numRuns: 10 },
  );
}, 60_000);
