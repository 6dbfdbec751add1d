// A million contacts become the frozen audience of a campaign, under the tenant's wall and in resumable stretches, against
// one bare insert ... select into the same table by its owner, in turns.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { backgroundContext } from '../apps/server/src/platform/background-context.ts';
import { freezeAudience } from '../apps/server/src/features/campaigns/freeze.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import { type Figure, ratioFigure } from './figures.ts';

const contacts = 1_000_000;
const rounds = 3;
const goals = { ratio: 0.5, rssMb: 250, lockMs: 1_000 };

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  const database = openDatabase({
    DATABASE_URL: postgres.appUrl(),
    DATABASE_POOL_SIZE: 4,
    DATABASE_STATEMENT_TIMEOUT_MS: 5_000,
  });
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await owner.connect();
    const organizationId = await load(owner);
    return await measure(owner, database, organizationId);
  } finally {
    await database.close();
    await owner.end();
    await postgres.destroy();
  }
}

/** Seven of a hundred have opted out; only what a freeze reads has an index. */
async function load(owner: pg.Client): Promise<string> {
  const organizationId = randomUUID();
  await owner.query(`insert into organizations (id, name) values ($1, 'Large')`, [organizationId]);
  await owner.query('set session_replication_role = replica');
  const { rows } = await owner.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where indrelid = 'contacts'::regclass and not indisprimary
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  await owner.query(
    `insert into contacts (organization_id, email, status)
     select $1, 'person' || n || '@example' || n % 5000 || '.com', case when n % 100 < 7 then 'unsubscribed' else 'active' end
     from generate_series(1, $2::int) n`,
    [organizationId, contacts],
  );
  await owner.query('vacuum analyze contacts');
  await owner.query('set session_replication_role = default');
  return organizationId;
}

async function measure(owner: pg.Client, database: Database, organizationId: string): Promise<Figure[]> {
  const ours: number[] = [];
  const bare: number[] = [];
  let longestLockMs = 0;
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  // The first round warms both up and does not count.
  for (let round = -1; round < rounds; round += 1) {
    bare.push(await bareInsert(owner, organizationId));
    const frozen = await freeze(owner, database, organizationId);
    ours.push(frozen.rowsPerSecond);
    longestLockMs = Math.max(longestLockMs, frozen.longestLockMs);
  }
  clearInterval(watch);
  const rssMb = Math.round(most / 1_048_576);
  return [
    ratioFigure('rows_per_s', ours.slice(1), bare.slice(1), goals.ratio),
    { values: { rss_mb: rssMb, goal: goals.rssMb }, ok: rssMb <= goals.rssMb },
    {
      values: { longest_lock_ms: Math.round(longestLockMs), goal: goals.lockMs },
      ok: longestLockMs <= goals.lockMs,
    },
  ];
}

async function bareInsert(owner: pg.Client, organizationId: string): Promise<number> {
  await owner.query('truncate campaign_sends');
  const started = performance.now();
  await owner.query(
    `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, client_id, receiver)
     select organization_id, date_trunc('month', now())::date, $2, id, client_id, split_part(email_folded, '@', 2)
     from contacts where organization_id = $1 and status = 'active'`,
    [organizationId, randomUUID()],
  );
  return perSecond(started);
}

async function freeze(owner: pg.Client, database: Database, organizationId: string) {
  const campaignId = randomUUID();
  await owner.query('truncate campaign_sends');
  await owner.query(
    `insert into campaigns (organization_id, id, name, status, subject, content, recipients, tracking, campaign_month, sent_at)
     values ($1, $2, 'News', 'ACTIVE', 'Hello', '{}', $3, '{}', date_trunc('month', now())::date, now())`,
    [organizationId, campaignId, JSON.stringify(everybody)],
  );
  const locks = watchLock(owner, campaignId);
  const started = performance.now();
  await freezeAudience(backgroundContext(database, organizationId, 'bench'), campaignId, AbortSignal.timeout(600_000));
  const rowsPerSecond = perSecond(started);
  const longestLockMs = await locks.stop();
  const { rows } = await owner.query<{ audience: string }>('select audience from campaigns where id = $1', [
    campaignId,
  ]);
  if (Number(rows[0]?.audience) !== contacts * 0.93) throw new Error(`The audience has ${rows[0]?.audience} people.`);
  return { rowsPerSecond, longestLockMs };
}

const everybody = {
  type: 'all',
  tagIds: [],
  tagMatch: 'any',
  segmentIds: [],
  contactIds: [],
  exclude: { tagIds: [], segmentIds: [], contactIds: [] },
};

const perSecond = (started: number): number => (contacts * 0.93) / ((performance.now() - started) / 1_000);

/** Somebody who wants the campaign's row again and again, as a person who presses Pause would. */
function watchLock({ host, port, database, user }: pg.Client, campaignId: string): { stop(): Promise<number> } {
  const client = new pg.Client({ host, port, ...(database && { database }), ...(user && { user }) });
  const stop = new AbortController();
  let longest = 0;
  const watching = (async () => {
    await client.connect();
    while (!stop.signal.aborted) {
      const asked = performance.now();
      await client.query('select from campaigns where id = $1 for update', [campaignId]);
      longest = Math.max(longest, performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await client.end();
  })();
  return {
    async stop() {
      stop.abort();
      await watching;
      return longest;
    },
  };
}
