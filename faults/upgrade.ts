// The last version runs under load: people work, codes are scanned, readers leave and a campaign is on its way. The schema
// is migrated, this version starts beside the last one, and the last one goes. Nothing may fail, and no mail may be lost or
// doubled. `pnpm faults upgrade [revision] [rows of a large table]`; the revision is the newest tag unless one is given.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import { type Judge, startJudge } from '../apps/server/test/sending/judge.ts';
import type { Figure } from '../bench/figures.ts';
import { until } from './send-bed.ts';
import { Balancer } from './upgrade-balancer.ts';
import { loadFigures, mailFigures } from './upgrade-figures.ts';
import { startLoad } from './upgrade-load.ts';
import { watchLocks } from './upgrade-locks.ts';
import { createTenant, insertBystanders, sendToAll, type Tenant } from './upgrade-tenant.ts';
import * as versions from './upgrade-versions.ts';

const people = 4_000;
/** Seconds of the last version alone, of both side by side, and of this one alone. */
const spans = { before: 15, together: 120, after: 15 };
/** Milliseconds the mail server takes for a mail of the campaign that lives through the upgrade. */
const slowMs = 600;
const lockGoalMs = 2_000;

export async function run(): Promise<Figure[]> {
  const revision = process.argv[3] ?? versions.lastRevision();
  const rows = Number(process.argv[4] ?? 200_000);
  const last = versions.checkOut(revision);
  const scene = await createScene();
  try {
    await versions.migrateWith(last, scene.env, scene.postgres.ownerUrl());
    return [{ values: { from: revision.slice(0, 9), rows }, ok: true }, ...(await upgrade(scene, last, rows))];
  } finally {
    await scene.close();
    versions.throwAway(last);
  }
}

type Scene = Awaited<ReturnType<typeof createScene>>;

async function upgrade(scene: Scene, last: versions.Version, rows: number): Promise<Figure[]> {
  const { api, edge, owner, judge } = scene;
  const old = await Promise.all((['api', 'edge', 'worker'] as const).map((role) => scene.start(last, role)));
  const tenant = await createTenant(api, owner, judge.port, people);
  await insertBystanders(owner, rows);
  const ways = await earlierMails(scene, tenant);
  scene.pace.ms = slowMs;
  const load = startLoad({ api, edge, tenant, ways });
  const campaignId = await sendToAll(api, tenant, 'Summer');

  await pause(spans.before * 1_000);
  const side = performance.now();
  const locks = watchLocks(owner);
  await versions.migrateWith(versions.present, scene.env, scene.postgres.ownerUrl());
  const migrated = await locks.stop();
  const young = await Promise.all(
    (['api', 'edge', 'worker'] as const).map((role) => scene.start(versions.present, role)),
  );
  await pause(Math.max(0, side + spans.together * 1_000 - performance.now()));
  await Promise.all(old.map((one) => scene.retire(one)));
  await pause(spans.after * 1_000);
  // And once more, by nothing but what a process of this version says of itself.
  await Promise.all(young.map(({ role }) => scene.start(versions.present, role)));
  await Promise.all(young.map((one) => versions.stopRole(one)));
  await load.stop();
  await until('the campaign', () => scene.isCompleted(campaignId), 240, 500);

  const { seconds, longestWaitMs } = migrated;
  return [
    { values: { migrated_in: `${seconds.toFixed(1)}s`, lock_wait_ms: longestWaitMs }, ok: longestWaitMs <= lockGoalMs },
    ...(await loadFigures({ api, edge, owner, load, organizationId: tenant.organizationId })),
    await mailFigures(owner, campaignId, { received: judge.received, leftAt: load.leftAt }),
  ];
}

/** What readers leave by: a campaign they all have. */
async function earlierMails(scene: Scene, tenant: Tenant): Promise<Map<string, string>> {
  const { api, judge } = scene;
  const earlier = await sendToAll(api, tenant, 'Spring');
  await until('the campaign before', () => scene.isCompleted(earlier), 300, 500);
  const ways = new Map(judge.received.map(({ to, raw }) => [to, wayOutIn(raw)]));
  judge.received.length = 0;
  return ways;
}

const wayOutIn = (raw: string): string => /^list-unsubscribe:\s*<https?:\/\/[^/]+([^>]+)>/im.exec(raw)?.[1] ?? '';

async function createScene() {
  const postgres = await startPostgres({ durable: true });
  const pace = { ms: 0 };
  const judge: Judge = await startJudge({ beforeAnswer: () => pause(pace.ms) });
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl(), max: 4 });
  owner.on('error', () => {});
  const [api, edge, worker] = [new Balancer(), new Balancer(), new Balancer()];
  const balancers = { api, edge, worker };
  const running: versions.Running[] = [];
  const env = {
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: postgres.appUrl(),
    SECRET_KEY: 'a secret of the fault runs, long enough',
    SMTP_URL: `smtp://127.0.0.1:${judge.port}`,
    ALLOW_PRIVATE_MAIL_SERVERS: 'true',
    UNSAFE_NO_RATE_LIMITS: 'true',
    SHED_EVENT_LOOP_DELAY_MS: '0',
    LOG_LEVEL: 'fatal',
  };

  return {
    postgres,
    owner,
    judge,
    pace,
    env,
    api,
    edge,
    async start(version: versions.Version, role: versions.Role): Promise<versions.Running> {
      const one = await versions.startRole(version, role, env);
      running.push(one);
      balancers[role].add(one);
      await balancers[role].ready(one);
      return one;
    },
    /** The last version may close its port without a word, so it is taken out first. */
    async retire(one: versions.Running): Promise<void> {
      await balancers[one.role].takeOut(one);
      await versions.stopRole(one);
    },
    async isCompleted(campaignId: string): Promise<boolean> {
      const { rows } = await owner.query('select from campaigns where id = $1 and status = $2', [
        campaignId,
        'COMPLETED',
      ]);
      return rows.length > 0;
    },
    async close(): Promise<void> {
      for (const balancer of Object.values(balancers)) balancer.close();
      for (const { child } of running) child.kill('SIGKILL');
      await judge.close();
      await owner.end();
      await postgres.destroy();
    },
  };
}
