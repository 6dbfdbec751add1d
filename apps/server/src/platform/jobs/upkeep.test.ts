import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { enqueueSystem } from './job.ts';
import { type JobBed, createJobBed } from './test-bed.ts';
import { forgetExpired, keepPartitions, upkeepCrons, upkeepHandlers } from './upkeep.ts';

let bed: JobBed;
const soon = { timeout: 10_000, interval: 50 };

beforeAll(async () => {
  bed = await createJobBed();
});
afterEach(() => bed.stopWorkers());
afterAll(() => bed.close());

test('partitions of the coming months are made', async () => {
  await bed.owner.query(
    `do $$ begin execute 'drop table outbox_events_' || to_char(now() + interval '3 months', 'YYYYMM'); end $$`,
  );
  await bed.start(upkeepHandlers());

  await enqueueSystem(bed.database, keepPartitions, {});

  const partitions =
    "select count(*)::int from pg_inherits where inhparent = 'outbox_events'::regclass and inhrelid <> 'outbox_events_default'::regclass";
  await vi.waitFor(async () => expect((await bed.owner.query(partitions)).rows).toEqual([{ count: 5 }]), soon);
});

test('C20 addresses and user agents of strangers are gone after 30 days, and those of 30 days are there', async () => {
  await bed.owner.query(`do $$ begin
    for ago in 30..32 loop
      execute format('create table inbox_events_%s partition of inbox_events for values from (%L) to (%L)',
        to_char((now() at time zone 'UTC')::date - ago, 'YYYYMMDD'), (now() at time zone 'UTC')::date - ago, (now() at time zone 'UTC')::date - ago + 1);
    end loop; end $$`);

  await bed.owner.query("set timezone = 'America/Los_Angeles'; select keep_partitions(); reset timezone");

  const { rows } = await bed.owner.query<{ oldest: string; days: number }>(
    `select min(right(inhrelid::regclass::text, 8)) as oldest, count(*)::int as days from pg_inherits
     where inhparent = 'inbox_events'::regclass and inhrelid <> 'inbox_events_default'::regclass`,
  );
  const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  expect(rows).toEqual([{ oldest: day, days: 10 }]);
});

test('expired sessions, verifications and limits go, the others stay', async () => {
  const { organizationId } = await bed.organization();
  await bed.owner.query(`
    insert into directory.users (organization_id, email, name) values ('${organizationId}', 'ada@example.test', 'Ada');
    insert into directory.sessions (user_id, token, expires_at)
      select id, n, now() + (n || ' hours')::interval from directory.users, generate_series(-2, 1) n;
    insert into directory.verifications (identifier, value, expires_at)
      select 'reset-' || n, n, now() + (n || ' hours')::interval from generate_series(-2, 1) n;
    insert into rate_limits (key, points, expire) select 'sign-in:' || n, 1, (extract(epoch from now()) + n * 3600) * 1000 from generate_series(-2, 1) n`);
  await bed.start(upkeepHandlers());

  await enqueueSystem(bed.database, forgetExpired, {});

  const left = `select (select count(*)::int from directory.sessions) as sessions,
    (select count(*)::int from directory.verifications) as verifications, (select count(*)::int from rate_limits) as limits`;
  await vi.waitFor(
    async () => expect((await bed.owner.query(left)).rows).toEqual([{ sessions: 1, verifications: 1, limits: 1 }]),
    soon,
  );
});

test('the list of crons is the whole truth', async () => {
  const first = await bed.start(upkeepHandlers(), { crons: upkeepCrons });
  await first.stop();
  await bed.start(upkeepHandlers(), { crons: upkeepCrons.slice(0, 1) });

  const { rows } = await bed.owner.query('select name, key, cron, timezone, data, options from pgboss.schedule');

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
