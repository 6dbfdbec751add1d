// Scans, opens and clicks of four weeks in any order, three in ten told twice, over a change of clocks in five time zones, while the worker is
// killed, PostgreSQL crashes and an organization moves to another time zone: in the end every roll-up and every total is what a recount says.
import type { ChildProcess } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { recountTotals } from '../apps/server/src/features/analytics/recount/recount-totals.ts';
import { backgroundContext } from '../apps/server/src/platform/background-context.ts';
import { recountCampaign } from '../apps/server/src/features/campaigns/recount/recount.ts';
import { recount } from '../apps/server/src/features/links/scans/recount.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import type { InboxEvent } from '../apps/server/src/platform/inbox/event.ts';
import { type Postgres, startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { Figure } from '../bench/figures.ts';
import { startWorker } from '../bench/worker-process.ts';
import { createRandom } from './random.ts';
import { changesClocks, makeEvent, makeOrganizations, type Organization, tell } from './rollups-scene.ts';

const batch = 2_000;
const emailsEach = 5_000;
const kills = 5;
const repeated = 0.3;

export async function run(): Promise<Figure[]> {
  const events = Number(process.argv[3] ?? 500_000);
  const seed = Number(process.argv[4] ?? randomInt(2 ** 30));
  const postgres = await startPostgres({ durable: true });
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl(), max: 4 });
  owner.on('error', () => {});
  const database = openDatabase({
    DATABASE_URL: postgres.appUrl(),
    DATABASE_POOL_SIZE: 5,
    DATABASE_STATEMENT_TIMEOUT_MS: 600_000,
  });
  const crew: Crew = { worker: undefined };
  try {
    await migrate(postgres.ownerUrl(), () => {});
    const organizations = await makeOrganizations(owner, emailsEach);
    const told = await play({ postgres, owner, crew, organizations, events, seed });
    await drained(owner);
    const seconds = Math.round((performance.now() - told.started) / 1_000);
    await stop(crew);
    const wrong = await compare(owner, database, organizations);
    const zones = organizations.filter(({ timezone }) => changesClocks(timezone, Date.now())).length;
    const values = {
      seed,
      events,
      told: told.told,
      zones_with_change: zones,
      worker_kills: kills,
      database_crashes: 1,
    };
    return [
      { values: { ...values, seconds, events_per_s: Math.round(events / seconds) }, ok: zones >= 5 },
      { values: wrong, ok: Object.values(wrong).every((count) => count === 0) },
    ];
  } finally {
    crew.worker?.kill('SIGKILL');
    await database.close();
    await owner.end();
    await postgres.destroy();
  }
}

type Crew = { worker: ChildProcess | undefined };
type Play = {
  postgres: Postgres;
  owner: pg.Pool;
  crew: Crew;
  organizations: Organization[];
  events: number;
  seed: number;
};

async function stop(crew: Crew): Promise<void> {
  if (!crew.worker || crew.worker.exitCode !== null || crew.worker.signalCode !== null) return;
  const gone = once(crew.worker, 'exit');
  crew.worker.kill('SIGKILL');
  await gone;
}

/** Batches of what is new, mixed with what was told before. Each happened at some time of four weeks, so that most are told days or weeks late. */
async function play({ postgres, owner, crew, organizations, events, seed }: Play) {
  const random = createRandom(seed);
  crew.worker = await startWorker(postgres.appUrl());
  const started = performance.now();
  let [told, before]: [number, InboxEvent[]] = [0, []];
  const steps = Math.ceil(events / batch);
  for (let step = 0; step < steps; step += 1) {
    const fresh = Array.from({ length: Math.min(batch, events - step * batch) }, () =>
      makeEvent(organizations, random, Date.now()),
    );
    const again = before.filter(() => random() < repeated);
    await tell(owner, shuffled([...fresh, ...again], random));
    told += fresh.length + again.length;
    before = fresh;
    if (step === Math.floor(steps / 2)) {
      await postgres.stop('SIGQUIT');
      await postgres.start();
      await move(owner, organizations[0]!);
    }
    if (step % Math.ceil(steps / kills) === 1) {
      await stop(crew);
      crew.worker = await startWorker(postgres.appUrl());
    }
  }
  // The last batch has no other to be told again with.
  const again = before.filter(() => random() < repeated);
  await tell(owner, again);
  return { started, told: told + again.length };
}

/** Its hours and days keep the zone they were counted in until they are recounted; its totals do not depend on one. */
const move = (owner: pg.Pool, { organizationId }: Organization) =>
  owner.query(`update organizations set timezone = 'Asia/Kolkata' where id = $1`, [organizationId]);

function shuffled<Item>(items: Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

async function drained(owner: pg.Pool): Promise<void> {
  const waits = `select exists (select from inbox_events where drained_at is null) or exists (select from campaign_cohorts where not is_folded) as waits`;
  while ((await owner.query<{ waits: boolean }>(waits)).rows[0]!.waits) await pause(500);
}

const rollUps = async (owner: pg.Pool, { organizationId }: Organization): Promise<string> => {
  const { rows } = await owner.query(
    `select subject_id, metric, '' as part, hour::text as at, '' as value, sum(total)::text from stat_hours where organization_id = $1 and metric < 20 group by 1, 2, 4 having sum(total) <> 0
     union all select subject_id, metric, part, day::text, value, total::text from stat_days where organization_id = $1 and metric < 20 and total <> 0
     union all select id, 0, '', coalesce(last_scan_at::text, ''), '', scans::text from qr_codes where organization_id = $1 order by 1, 2, 3, 4, 5`,
    [organizationId],
  );
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
};

/** How many of each kind of figure differ from a recount. */
async function compare(owner: pg.Pool, database: Database, organizations: readonly Organization[]) {
  const wrong = { failed_events: 0, scan_rollups: 0, campaign_figures: 0, totals: 0, cohorts: 0 };
  const failed = await owner.query<{ failed: number }>(
    'select count(*)::int as failed from inbox_events where failure is not null',
  );
  wrong.failed_events = failed.rows[0]!.failed;
  for (const [at, organization] of organizations.entries()) {
    const ctx = backgroundContext(database, organization.organizationId, 'faults');
    const { checks, wrongCohorts } = await recountTotals(ctx, { repair: false });
    wrong.totals += checks.filter((check) => check.wrong > 0).length;
    wrong.cohorts += wrongCohorts;
    const hasMoved = at === 0;
    const differences = await recountCampaign(ctx, organization.campaignId);
    wrong.campaign_figures += differences.filter(({ where }) => !hasMoved || !where.startsWith('stat_')).length;
    const before = await rollUps(owner, organization);
    await recount(ctx, { from: '2000-01-01', to: '2100-01-01' });
    if (!hasMoved && (await rollUps(owner, organization)) !== before) wrong.scan_rollups += 1;
  }
  return wrong;
}
