// Automations move people on: batches of 500 under the tenant's wall against one bare statement by the owner, in turns; then
// what a million who wait cost, how late people go on, and whether a crowd of one organization delays another.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { backgroundContext } from '../apps/server/src/platform/background-context.ts';
import { startJourneys } from '../apps/server/src/features/automations/engine/loop.ts';
import { findDuePlaces } from '../apps/server/src/features/automations/engine/places.sql.ts';
import type { Engine } from '../apps/server/src/features/automations/engine/ports.ts';
import { changeTags } from '../apps/server/src/features/automations/engine/ports/tags.ts';
import { servePlaces } from '../apps/server/src/features/automations/engine/serve-places.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import { type Figure, median, ratioFigure } from './figures.ts';
import { addAutomation, addOrganizations, addRuns, rich, thin } from './journeys-data.ts';

const rounds = 3;
const people = 20_000;
const goals = { thin: 0.5, rich: 0.6, flat: 1.5, pollMs: 5, lagS: 5, burstS: 15, fairS: 2, bytes: 400 };
const log = createLog({ LOG_LEVEL: 'error' }, 'bench');

type Scene = { owner: pg.Client; database: Database; engine: Engine };

/** Emails become rows of a ledger, as campaigns write them; nothing else of sending is measured here. */
const campaignId = randomUUID();
const engine: Engine = {
  ports: {
    tag: changeTags,
    email: async (ctx, asked) => {
      await sql`
        insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, client_id, receiver)
        select ${ctx.organizationId}::uuid, date_trunc('month', now())::date, ${campaignId}::uuid, id, client_id, split_part(email_folded, '@', 2)
        from contacts where organization_id = ${ctx.organizationId}::uuid and id = any(${asked.map(({ contactId }) => contactId)}::uuid[])
        on conflict do nothing`.execute(ctx.db);
    },
    field: async () => {},
    notify: async () => {},
    webhook: async () => {},
    enter: async () => {},
  },
  capFreeAt: async () => null,
  completed: async () => {},
};

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  const database = openDatabase({
    DATABASE_URL: postgres.appUrl(),
    DATABASE_POOL_SIZE: 6,
    DATABASE_STATEMENT_TIMEOUT_MS: 10_000,
  });
  const scene = { owner, database, engine };
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await owner.connect();
    return [...(await throughput(scene)), ...(await crowd(scene)), await burst(scene), await fair(scene)];
  } finally {
    await database.close();
    await owner.end();
    await postgres.destroy();
  }
}

/** Wake-ups a second of one connection. */
async function throughput(scene: Scene): Promise<Figure[]> {
  const { owner } = scene;
  const [organizationId] = await addOrganizations(owner, 1, people);
  const tagId = randomUUID();
  await owner.query(`insert into tags (organization_id, id, name) values ($1, $2, 'Reads')`, [organizationId, tagId]);
  // Every second person opened something.
  await owner.query(
    `insert into contact_activity (organization_id, contact_id, type, happened_at)
     select organization_id, id, 'email.opened', now() - interval '1 hour'
     from (select *, row_number() over () as n from contacts where organization_id = $1) person where n % 2 = 0`,
    [organizationId],
  );
  const rates = { bare: [] as number[], thin: [] as number[], rich: [] as number[] };
  // The first round warms up and does not count.
  for (let round = -1; round < rounds; round += 1) {
    const measured = {
      bare: await moveAll(scene, organizationId!, thin, bareMove),
      thin: await moveAll(scene, organizationId!, thin, engineMove),
      rich: await moveAll(scene, organizationId!, rich(tagId), engineMove),
    };
    console.log(`round ${round + 1}: ${JSON.stringify(measured)}`);
    if (round < 0) continue;
    rates.bare.push(measured.bare.wakeUps);
    rates.thin.push(measured.thin.wakeUps);
    rates.rich.push(measured.rich.nodes);
  }
  return [
    ratioFigure('thin_wake_ups_per_s', rates.thin, rates.bare, goals.thin),
    ratioFigure('rich_nodes_per_s', rates.rich, rates.bare, goals.rich),
  ];
}

type Rates = { wakeUps: number; nodes: number };
type Move = (scene: Scene, organizationId: string, automationId: string) => Promise<void>;

async function moveAll(scene: Scene, organizationId: string, steps: typeof thin, move: Move): Promise<Rates> {
  const { owner } = scene;
  const automationId = await addAutomation(owner, organizationId, steps);
  await owner.query('truncate automation_turns, automation_runs, contact_tags, campaign_sends');
  await addRuns(owner, { organizationId, automationIds: [automationId] }, `now() - interval '1 minute'`, people);
  await owner.query('vacuum analyze automation_runs, contact_tags, campaign_sends, automation_turns');
  const begun = performance.now();
  await move(scene, organizationId, automationId);
  const seconds = (performance.now() - begun) / 1_000;
  const { rows } = await owner.query<{ moved: number; nodes: number }>(
    `select count(*)::int as moved, coalesce(sum(cardinality(nodes) - 1), 0)::int as nodes from automation_turns where automation_id = $1`,
    [automationId],
  );
  if (rows[0]!.moved !== people) throw new Error(`${rows[0]!.moved} people were moved.`);
  return { wakeUps: Math.round(people / seconds), nodes: Math.round(rows[0]!.nodes / seconds) };
}

async function engineMove({ database, engine }: Scene, organizationId: string, automationId: string): Promise<void> {
  const places = [{ automationId, version: 1, step: 0 }];
  const ctx = backgroundContext(database, organizationId, 'bench');
  while ((await servePlaces({ engine, log }, ctx, places)).full.size > 0);
}

async function bareMove({ owner }: Scene, organizationId: string, automationId: string): Promise<void> {
  for (let moved = 500; moved > 0;) {
    const { rowCount } = await owner.query({
      name: 'bare',
      text: `with due as (
          select id from automation_runs where organization_id = $1 and automation_id = $2 and version = 1 and step = 0 and wake_at <= now()
          order by wake_at limit 500 for update skip locked
        ), moved as (
          update automation_runs run set step = 1, seq = seq + 1, wake_at = now() + interval '1 day', deadline = now() + interval '1 day', arrived_at = now()
          from due where run.organization_id = $1 and run.id = due.id
          returning run.organization_id, run.contact_id, run.id, run.seq, run.automation_id
        )
        insert into automation_turns (organization_id, contact_id, run_id, seq, automation_id, version, nodes, outcomes)
        select organization_id, contact_id, id, seq, automation_id, 1, '{0,1}', '{0,1}' from moved`,
      values: [organizationId, automationId],
    });
    moved = rowCount ?? 0;
  }
}

/** The same few who are due among ten thousand and among a million who wait, then a minute of wake-ups among the million. */
async function crowd(scene: Scene): Promise<Figure[]> {
  const { owner } = scene;
  await owner.query('truncate automation_turns, automation_runs, automation_places');
  const organizationIds = await addOrganizations(owner, 200, 1_000);
  const automations = new Map<string, string[]>();
  for (const organizationId of organizationIds) {
    const ids = [];
    for (let at = 0; at < 5; at += 1) ids.push(await addAutomation(owner, organizationId, thin));
    automations.set(organizationId, ids);
  }
  const later = `now() + interval '30 days' + n * interval '1 second'`;
  for (const [organizationId, automationIds] of [...automations].slice(0, 2))
    await addRuns(owner, { organizationId, automationIds }, later);
  await owner.query('vacuum analyze automation_runs, automation_places, contacts');
  const few = await looks(scene, automations);
  for (const [organizationId, automationIds] of [...automations].slice(2))
    await addRuns(owner, { organizationId, automationIds }, later);
  await owner.query('vacuum analyze automation_runs, automation_places, contacts');
  const many = await looks(scene, automations);
  const bytes = await bytesOfEach(owner);
  const flat = Math.max(many.poll / few.poll, many.batch / few.batch);
  return [
    {
      values: {
        poll_ms_10k: few.poll.toFixed(2),
        poll_ms_1m: many.poll.toFixed(2),
        poll_p95_ms: many.pollP95.toFixed(2),
        batch_of_20_ms_10k: few.batch.toFixed(1),
        batch_of_20_ms_1m: many.batch.toFixed(1),
        ratio: flat.toFixed(2),
        goal: goals.flat,
      },
      ok: flat <= goals.flat && many.pollP95 <= goals.pollMs,
    },
    { values: { bytes_of_each_waiting: bytes, goal: goals.bytes }, ok: bytes <= goals.bytes },
    await lag(scene, automations),
  ];
}

async function bytesOfEach(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ bytes: number }>(
    `select (pg_total_relation_size('automation_runs') / count(*))::int as bytes from automation_runs`,
  );
  return rows[0]!.bytes;
}

const looksOfEach = 100;
const batches = 15;

async function looks({ owner, database, engine }: Scene, automations: Map<string, string[]>) {
  const [[organizationId, [automationId]]] = [...automations] as [[string, [string]]];
  const ctx = backgroundContext(database, organizationId, 'bench');
  const polls: number[] = [];
  for (let look = 0; look < looksOfEach; look += 1) {
    const begun = performance.now();
    await findDuePlaces(database.sweep, 2_000);
    polls.push(performance.now() - begun);
  }
  const times: number[] = [];
  for (let batch = 0; batch < batches; batch += 1) {
    await owner.query(
      `update automation_runs set wake_at = now(), deadline = now() where organization_id = $1 and automation_id = $2 and id in (
         select id from automation_runs where organization_id = $1 and automation_id = $2 and step = 0 limit 20)`,
      [organizationId, automationId],
    );
    const begun = performance.now();
    await servePlaces({ engine, log }, ctx, [{ automationId, version: 1, step: 0 }]);
    times.push(performance.now() - begun);
  }
  const sorted = polls.toSorted((one, other) => one - other);
  return { poll: median(polls), pollP95: sorted[Math.floor(looksOfEach * 0.95)]!, batch: median(times) };
}

/** 60 people of each of 1,000 places, one after the other over a minute. */
async function lag({ owner, database, engine }: Scene, automations: Map<string, string[]>): Promise<Figure> {
  await owner.query('truncate automation_turns');
  for (const [organizationId, automationIds] of automations)
    await owner.query(
      `with chosen as (
         select id, row_number() over (partition by automation_id order by id) as n from automation_runs
         where organization_id = $1 and automation_id = any($2) and step = 0
       )
       update automation_runs run set wake_at = now() + interval '20 seconds' + (n - random()) * interval '1 second', deadline = now()
       from chosen where run.organization_id = $1 and run.id = chosen.id and n <= 60`,
      [organizationId, automationIds],
    );
  await owner.query(
    `update automation_places place set next_at = (select min(wake_at) from automation_runs run where run.organization_id = place.organization_id
       and run.automation_id = place.automation_id and run.version = place.version and run.step = place.step) where step = 0`,
  );
  await owner.query(
    "create table planned as select id, wake_at from automation_runs where step = 0 and wake_at < now() + interval '1 day'",
  );
  const { rows: planned } = await owner.query<{ count: number }>('select count(*)::int as count from planned');
  const loop = startJourneys({ database, log, engine });
  await until(async () => (await movedOf(owner)) >= planned[0]!.count, 150_000);
  await loop.stop();
  const { rows } = await owner.query<{ moved: number; p50: number; p95: number; most: number }>(
    `select count(*)::int as moved, percentile_cont(0.5) within group (order by late)::float8 as p50,
       percentile_cont(0.95) within group (order by late)::float8 as p95, max(late)::float8 as most
     from (select extract(epoch from happened_at - wake_at) as late from automation_turns join planned on planned.id = run_id) turn`,
  );
  const { moved, p50, p95, most } = rows[0]!;
  return {
    values: {
      planned: planned[0]!.count,
      moved,
      lag_p50_s: p50.toFixed(2),
      lag_p95_s: p95.toFixed(2),
      lag_most_s: most.toFixed(2),
      goal: goals.lagS,
    },
    ok: moved === planned[0]!.count && p95 <= goals.lagS,
  };
}

async function movedOf(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ moved: number }>('select count(*)::int as moved from automation_turns');
  return rows[0]!.moved;
}

/** 50,000 of one automation at one instant. */
async function burst({ owner, database, engine }: Scene): Promise<Figure> {
  const [organizationId] = await addOrganizations(owner, 1, 50_000);
  const automationId = await addAutomation(owner, organizationId!, thin);
  await addRuns(owner, { organizationId: organizationId!, automationIds: [automationId] }, 'now()');
  await owner.query('vacuum analyze automation_runs, contacts');
  const begun = performance.now();
  const loop = startJourneys({ database, log, engine });
  const isDone = async () =>
    (
      await owner.query(
        `select from automation_runs where automation_id = $1 and organization_id = $2 and version = 1 and step = 0 limit 1`,
        [automationId, organizationId],
      )
    ).rowCount === 0;
  await until(isDone, 60_000);
  const seconds = (performance.now() - begun) / 1_000;
  await loop.stop();
  return { values: { burst_50k_s: seconds.toFixed(1), goal: goals.burstS }, ok: seconds <= goals.burstS };
}

/** 500 of one organization become due while 100,000 of another are being moved. */
async function fair({ owner, database, engine }: Scene): Promise<Figure> {
  const [large] = await addOrganizations(owner, 1, 100_000);
  const [small] = await addOrganizations(owner, 1, 500);
  const crowded = await addAutomation(owner, large!, thin);
  const few = await addAutomation(owner, small!, thin);
  await addRuns(owner, { organizationId: large!, automationIds: [crowded] }, 'now()');
  await owner.query('vacuum analyze automation_runs, contacts');
  const left = async (organizationId: string, automationId: string) =>
    (
      await owner.query<{ left: number }>(
        `select count(*)::int as left from automation_runs where organization_id = $1 and automation_id = $2 and version = 1 and step = 0`,
        [organizationId, automationId],
      )
    ).rows[0]!.left;
  const loop = startJourneys({ database, log, engine });
  await until(async () => (await left(large!, crowded)) < 95_000, 30_000);
  await addRuns(owner, { organizationId: small!, automationIds: [few] }, 'now()');
  const begun = performance.now();
  await until(async () => (await left(small!, few)) === 0, 60_000);
  const seconds = (performance.now() - begun) / 1_000;
  const stillThere = await left(large!, crowded);
  await loop.stop();
  return {
    values: { fair_500_s: seconds.toFixed(2), crowd_left: stillThere, goal: goals.fairS },
    ok: seconds <= goals.fairS && stillThere > 0,
  };
}

async function until(holds: () => Promise<boolean>, mostMs: number): Promise<void> {
  for (const end = performance.now() + mostMs; performance.now() < end;) {
    if (await holds()) return;
    await pause(20);
  }
}
