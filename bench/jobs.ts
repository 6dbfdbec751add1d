// Our job interface against the bare engine, in turns and in the same run: what do the tenant, the checks and the
// caller's transaction cost?
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { inTransaction } from '../apps/server/src/platform/context.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { jobClasses } from '../apps/server/src/platform/jobs/classes.ts';
import { handle } from '../apps/server/src/platform/jobs/handlers.ts';
import { enqueue, enqueueMany, job } from '../apps/server/src/platform/jobs/job.ts';
import { queueSettings } from '../apps/server/src/platform/jobs/queues.ts';
import { startWorkers } from '../apps/server/src/platform/jobs/workers.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import { type Figure, ratioFigure } from './figures.ts';

const rounds = 25;
const drained = 8_000;
const single = 300;
const bundle = 100;
const producers = 4;
const goal = 0.8;

const noop = job('bench.noop', z.object({ number: z.number(), text: z.string() }), { class: 'webhook', batch: 100 });
const bareQueue = 'bare.noop';
const text = 'x'.repeat(150);

type Side = {
  /** Jobs a second, one transaction for each. */
  enqueueSingly(): Promise<number>;
  /** Jobs a second, a hundred in each transaction. */
  enqueueBundles(): Promise<number>;
  /** Jobs a second, from the first handled to the last. */
  drain(): Promise<number>;
};

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const settings = { DATABASE_POOL_SIZE: 10, DATABASE_STATEMENT_TIMEOUT_MS: 30_000 };
  const owner = openDatabase({ ...settings, DATABASE_URL: postgres.ownerUrl() });
  const database = openDatabase({ ...settings, DATABASE_URL: postgres.appUrl() });
  try {
    await migrate(postgres.ownerUrl(), () => {});
    const { rows } = await owner.pool.query<{ id: string }>(
      "insert into organizations (name) select 'Organization ' || n from generate_series(1, 10) n returning id",
    );
    const ours = ourSide(
      database,
      postgres.appUrl(),
      rows.map(({ id }) => id),
    );
    const bare = await bareSide(database, postgres.appUrl());
    return await measure(owner, { ours, bare });
  } finally {
    await database.close();
    await owner.close();
    await postgres.destroy();
  }
}

async function measure(owner: Database, sides: { ours: Side; bare: Side }): Promise<Figure[]> {
  const results = {
    ours: { singly: [], bundles: [], drain: [] },
    bare: { singly: [], bundles: [], drain: [] },
  } as Record<'ours' | 'bare', Record<'singly' | 'bundles' | 'drain', number[]>>;
  for (let round = 0; round < rounds; round += 1) {
    // Who comes second finds warmer caches, so they take turns.
    for (const name of round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
      await owner.pool.query('truncate pgboss.job_common');
      results[name].singly.push(await sides[name].enqueueSingly());
      await owner.pool.query('truncate pgboss.job_common');
      results[name].bundles.push(await sides[name].enqueueBundles());
      // A queue without statistics is fetched several times slower.
      await owner.pool.query('vacuum analyze pgboss.job_common');
      results[name].drain.push(await sides[name].drain());
      console.log(
        `round ${round + 1} ${name}: ${Object.entries(results[name])
          .map(([what, list]) => `${what} ${Math.round(list.at(-1) ?? 0)}/s`)
          .join(', ')}`,
      );
    }
  }
  return [
    ratioFigure('enqueue_per_s', results.ours.singly, results.bare.singly, goal),
    ratioFigure('enqueue_many_per_s', results.ours.bundles, results.bare.bundles, goal),
    ratioFigure('jobs_per_s', results.ours.drain, results.bare.drain, goal),
  ];
}

function ourSide(database: Database, url: string, organizations: string[]): Side {
  const contexts = organizations.map((organizationId) => ({ organizationId, db: database.tenant({ organizationId }) }));
  const contextOf = (turn: number) => contexts[turn % contexts.length] as (typeof contexts)[number];
  return {
    enqueueSingly: () =>
      produce(single, 1, (turn) => inTransaction(contextOf(turn), (ctx) => enqueue(ctx, noop, { number: turn, text }))),
    enqueueBundles: () =>
      produce(drained, bundle, (turn) =>
        inTransaction(contextOf(turn), (ctx) => enqueueMany(ctx, noop, numbered(turn))),
      ),
    async drain() {
      const counter = countTo(drained);
      const workers = await startWorkers({
        database,
        log: createLog({ LOG_LEVEL: 'error' }, 'bench'),
        config: { DATABASE_URL: url, DATABASE_DIRECT_URL: undefined, SHUTDOWN_GRACE_SECONDS: 5 },
        handlers: [handle(noop, async () => counter.add(1))],
      });
      const rate = await counter.rate;
      await workers.stop();
      return rate;
    },
  };
}

async function bareSide(database: Database, url: string): Promise<Side> {
  const { deadLetter: _, ...options } = queueSettings(noop);
  const setup = new PgBoss({ db: { executeSql: (sql, values) => database.pool.query(sql, values as unknown[]) } });
  await setup.createQueue(bareQueue, { ...options, deadLetter: 'dead.webhook' });

  const produceBare = (total: number, size: number) =>
    produce(total, size, async (turn) => {
      const client = await database.pool.connect();
      await client.query('begin');
      const db = { executeSql: (sql: string, values?: unknown[]) => client.query(sql, values) };
      const data = (size === 1 ? [{ number: turn, text }] : numbered(turn)).map((payload) => ({ data: payload }));
      await setup.insert(bareQueue, data, { db });
      await client.query('commit');
      client.release();
    });
  return {
    enqueueSingly: () => produceBare(single, 1),
    enqueueBundles: () => produceBare(drained, bundle),
    async drain() {
      const counter = countTo(drained);
      const engine = new PgBoss({
        connectionString: url,
        max: 4,
        migrate: false,
        useListenNotify: true,
        superviseIntervalSeconds: 5,
        monitorIntervalSeconds: 5,
      });
      engine.on('error', () => {});
      await engine.start();
      const work = {
        batchSize: noop.batch,
        localConcurrency: jobClasses.webhook.workers,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 30,
        notifyPollingIntervalSeconds: 30,
      };
      await engine.work(bareQueue, work, async (batch) => counter.add(batch.length));
      const rate = await counter.rate;
      await engine.stop({ graceful: true });
      return rate;
    },
  };
}

const numbered = (turn: number) => Array.from({ length: bundle }, (_, at) => ({ number: turn * bundle + at, text }));

async function produce(total: number, size: number, transaction: (turn: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let turn = 0;
  const producer = async () => {
    while (turn < total / size) {
      turn += 1;
      await transaction(turn);
    }
  };
  await Promise.all(Array.from({ length: producers }, producer));
  return (total / (performance.now() - started)) * 1_000;
}

function countTo(total: number) {
  let count = 0;
  let started = 0;
  const { promise: rate, resolve } = Promise.withResolvers<number>();
  return {
    rate,
    add(handled: number) {
      if (count === 0) started = performance.now();
      count += handled;
      if (count >= total) resolve((total / (performance.now() - started)) * 1_000);
    },
  };
}
