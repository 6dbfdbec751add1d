import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { enqueueSystem } from './job.ts';
import { type JobHarness, createJobHarness } from './test-harness.ts';
import { forgetExpired, keepPartitions, maintenanceCrons, maintenanceHandlers } from './maintenance.ts';
import { startWatch } from '../../../test/harness/watch.ts';

let harness: JobHarness;
const soon = { timeout: 60_000, interval: 50 };

beforeAll(async () => {
  harness = await createJobHarness();
});
afterEach(() => harness.stopWorkers());
afterAll(() => harness.close());

test('partitions of the coming months are made', async () => {
  await harness.owner.query(
    `do $$ begin execute 'drop table outbox_events_' || to_char(now() + interval '3 months', 'YYYYMM'); end $$`,
  );
  await harness.start(maintenanceHandlers());

  await enqueueSystem(harness.database, keepPartitions, {});

  const partitions =
    "select count(*)::int from pg_inherits where inhparent = 'outbox_events'::regclass and inhrelid <> 'outbox_events_default'::regclass";
  await vi.waitFor(async () => expect((await harness.owner.query(partitions)).rows).toEqual([{ count: 5 }]), soon);
});

test('no request is ended by a deadlock or waits long while partitions are made and dropped', async () => {
  await harness.start(maintenanceHandlers());
  const waits: number[] = [];
  const over = new AbortController();
  onTestFinished(() => over.abort());
  // As requests do that write several of these tables, and read over their partitions, in any order.
  const orders = [
    ['outbox_events', 'contact_changes', 'contact_activity'],
    ['contact_activity', 'outbox_events', 'contact_changes'],
    ['contact_changes', 'contact_activity', 'outbox_events'],
  ];
  const requests = orders.map(async (tables) => {
    const client = await harness.database.pool.connect();
    onTestFinished(() => client.release());
    while (!over.signal.aborted) {
      const watch = startWatch();
      await client.query('begin');
      for (const table of tables) {
        await client.query(`select count(*) from ${table}`);
        await client.query('select pg_sleep(0.02)');
      }
      await client.query('commit');
      waits.push(watch());
    }
  });

  for (const _ of Array.from({ length: 6 })) {
    const { rows } = await harness.owner.query<{ part: string }>(comingMonth);
    for (const { part } of rows) await harness.owner.query(`drop table ${part}`);
    await enqueueSystem(harness.database, keepPartitions, {});
    await vi.waitFor(async () => expect((await harness.owner.query(comingMonth)).rows).toEqual(rows), soon);
  }
  over.abort();

  await Promise.all(requests);
  expect(waits.length).toBeGreaterThan(10);
  expect(Math.max(...waits)).toBeLessThan(2_500);
});

const comingMonth = `select to_regclass(name || to_char(now() + interval '3 months', '_YYYYMM'))::text as part
  from partitioned_tables where keep_days is null and to_regclass(name || to_char(now() + interval '3 months', '_YYYYMM')) is not null
  order by name`;

test('C20 addresses and user agents of strangers are gone after 30 days, and those of 30 days are there', async () => {
  await harness.owner.query(`do $$ begin
    for ago in 30..32 loop
      execute format('create table inbox_events_%s partition of inbox_events for values from (%L) to (%L)',
        to_char((now() at time zone 'UTC')::date - ago, 'YYYYMMDD'), (now() at time zone 'UTC')::date - ago, (now() at time zone 'UTC')::date - ago + 1);
    end loop; end $$`);

  await harness.owner.query("set timezone = 'America/Los_Angeles'; select keep_partitions(); reset timezone");

  const { rows } = await harness.owner.query<{ oldest: string; days: number }>(
    `select min(right(inhrelid::regclass::text, 8)) as oldest, count(*)::int as days from pg_inherits
     where inhparent = 'inbox_events'::regclass and inhrelid <> 'inbox_events_default'::regclass`,
  );
  const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  expect(rows).toEqual([{ oldest: day, days: 10 }]);
});

test('expired sessions, verifications, changes of address, challenges and limits go, the others stay', async () => {
  const { organizationId } = await harness.organization();
  await harness.owner.query(`
    insert into directory.users (organization_id, email, name) values ('${organizationId}', 'ada@example.test', 'Ada');
    insert into directory.sessions (user_id, token, expires_at)
      select id, n, now() + (n || ' hours')::interval from directory.users, generate_series(-2, 1) n;
    insert into directory.verifications (identifier, value, expires_at)
      select 'reset-' || n, n, now() + (n || ' hours')::interval from generate_series(-2, 1) n;
    insert into directory.users (organization_id, email, name) values ('${organizationId}', 'eve@example.test', 'Eve');
    insert into directory.email_changes (user_id, old_email, new_email, new_token, expires_at)
      select id, email, 'new@example.test', name, now() + (case name when 'Ada' then '1 hour' else '-1 hour' end)::interval from directory.users;
    insert into directory.passkey_challenges (hash, purpose, expires_at)
      select n, 'sign-in', now() + (n || ' hours')::interval from generate_series(-2, 1) n;
    insert into rate_limits (key, points, expire) select 'sign-in:' || n, 1, (extract(epoch from now()) + n * 3600) * 1000 from generate_series(-2, 1) n`);
  await harness.start(maintenanceHandlers());

  await enqueueSystem(harness.database, forgetExpired, {});

  const left = `select (select count(*)::int from directory.sessions) as sessions,
    (select count(*)::int from directory.verifications) as verifications, (select count(*)::int from rate_limits) as limits,
    (select string_agg(new_token, '') from directory.email_changes) as changes,
    (select count(*)::int from directory.passkey_challenges) as challenges`;
  await vi.waitFor(
    async () =>
      expect((await harness.owner.query(left)).rows).toEqual([
        { sessions: 1, verifications: 1, limits: 1, changes: 'Ada', challenges: 1 },
      ]),
    soon,
  );
});

test('the list of crons is the whole truth', async () => {
  const first = await harness.start(maintenanceHandlers(), { crons: maintenanceCrons });
  await first.stop();
  await harness.start(maintenanceHandlers(), { crons: maintenanceCrons.slice(0, 1) });

  const { rows } = await harness.owner.query('select name, key, cron, timezone, data, options from pgboss.schedule');

  expect(rows).toMatchObject([
    {
      name: 'platform.keep-partitions',
      key: 'keep-partitions',
      cron: '7 * * * *',
      timezone: 'UTC',
      data: { organizationId: null, payload: {} },
      options: { missed: 'once' },
    },
  ]);
});
