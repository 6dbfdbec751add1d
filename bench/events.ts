// Events of contacts from the transaction that writes them to one subscriber, through the outbox and as rows that are written
// anyhow, against bare rows that are inserted and deleted in the same bundles and batches, in turns and in the same run.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { type Context, inTransaction } from '../apps/server/src/platform/context.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startWorkers } from '../apps/server/src/platform/jobs/workers.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { defineEvent, defineRowEvent } from '../apps/server/src/platform/events/event.ts';
import { createFollower } from '../apps/server/src/platform/events/follow-rows.ts';
import { readersOf } from '../apps/server/src/platform/events/read-rows.ts';
import { subscribe } from '../apps/server/src/platform/events/subscription.ts';
import { type ActivityLine, contactActivity } from '../apps/server/src/features/contacts/index.ts';
import { emitMany } from '../apps/server/src/platform/outbox/outbox.ts';
import { outboxHandlers } from '../apps/server/src/platform/outbox/relay.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import { type Figure, median, ratioFigure } from './figures.ts';

const events = Number(process.argv[3] ?? 50_000);
const rounds = 5;
const bundle = 100;
const batch = 200;
const contacts = 1_000;
const goal = { perSecond: 5_000, ofBare: 0.5 };

const payload = z.object({ contactId: z.uuid(), number: z.int(), text: z.string() });
type Tagged = z.output<typeof payload>;
const tagged = defineEvent('bench.tagged', payload);
const taggedRow = defineRowEvent<Tagged, ActivityLine>('bench.noted', payload, {
  source: contactActivity,
  kinds: ['bench.noted'],
  read: (_, rows) => rows.map(({ contactId, data }) => ({ contactId, ...data }) as Tagged),
});

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const settings = { DATABASE_POOL_SIZE: 10, DATABASE_STATEMENT_TIMEOUT_MS: 30_000 };
  const database = openDatabase({ ...settings, DATABASE_URL: postgres.appUrl() });
  const owner = new pg.Client(postgres.ownerUrl());
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await owner.connect();
    await owner.query('create table bare_events (id uuid primary key, at timestamptz default now(), payload jsonb)');
    const { rows } = await owner.query<{ id: string }>(
      "insert into organizations (name) values ('Events') returning id",
    );
    const organizationId = rows[0]!.id;
    const rates: Record<'outbox' | 'rows' | 'bare', number[]> = { outbox: [], rows: [], bare: [] };
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bundles = bundlesOf();
      const outbox = async () => {
        const { rate, result } = await timed(() => throughOutbox(database, postgres.appUrl(), organizationId, bundles));
        await result.stop();
        rates.outbox.push(rate);
        wrong.push(...faultsIn(result.received));
        await owner.query('truncate outbox_events, outbox_deliveries; truncate pgboss.job_common');
      };
      const rows = async () => {
        const { rate, result } = await timed(() => asRows(database, organizationId, bundles));
        rates.rows.push(rate);
        wrong.push(...faultsIn(result));
        await owner.query('truncate contact_activity');
      };
      const bare = async () => rates.bare.push((await timed(() => bareRows(owner, bundles))).rate);
      // Who comes second finds warmer caches, so they take turns.
      const sides = [bare, outbox, rows];
      for (const side of [...sides.slice(round % 3), ...sides.slice(0, round % 3)]) await side();
      const last = Object.entries(rates).map(([side, all]) => `${side} ${all.at(-1)}/s`);
      console.log(`round ${round + 1}: ${last.join(', ')}`);
    }
    const perSecond = { outbox: median(rates.outbox), rows: median(rates.rows) };
    return [
      {
        values: { way: 'outbox', events, per_s: perSecond.outbox, goal: goal.perSecond },
        ok: perSecond.outbox >= goal.perSecond,
      },
      {
        values: { way: 'rows', events, per_s: perSecond.rows, goal: goal.perSecond },
        ok: perSecond.rows >= goal.perSecond,
      },
      ratioFigure('rows_per_s', rates.rows, rates.bare, goal.ofBare),
      ratioFigure('outbox_per_s', rates.outbox, rates.bare, goal.ofBare),
      { values: { out_of_order_or_not_once: wrong.length, first: wrong[0] ?? '-' }, ok: wrong.length === 0 },
    ];
  } finally {
    await owner.end();
    await database.close();
    await postgres.destroy();
  }
}

/** Written first and delivered then, as bare rows are inserted and then deleted. */
async function throughOutbox(database: Database, url: string, organizationId: string, bundles: readonly Tagged[][]) {
  const ctx = { organizationId, db: database.tenant({ organizationId }) } as unknown as Context;
  for (const each of bundles) await inTransaction(ctx, (ctx) => emitMany(ctx, tagged, each));
  const received: Tagged[] = [];
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const subscription = subscribe({
    event: tagged,
    subscriber: 'bench',
    async handler(_, got) {
      for (const { payload } of got) received.push(payload);
      if (received.length >= events) resolve();
    },
  });
  const workers = await startWorkers({
    database,
    log: createLog({ LOG_LEVEL: 'error' }, 'bench'),
    config: { DATABASE_URL: url, DATABASE_DIRECT_URL: undefined, SHUTDOWN_GRACE_SECONDS: 5 },
    handlers: outboxHandlers([subscription], [tagged]),
  });
  await all;
  return { received, stop: () => workers.stop() };
}

/** The same as lines of timelines: written by whoever changes contacts, read by whoever wants to know. */
async function asRows(database: Database, organizationId: string, bundles: readonly Tagged[][]): Promise<Tagged[]> {
  const received: Tagged[] = [];
  const subscription = subscribe({
    event: taggedRow,
    subscriber: 'bench',
    handler: async (_, got) => void received.push(...got.map(({ payload }) => payload)),
  });
  const log = createLog({ LOG_LEVEL: 'error' }, 'bench');
  const [reader] = readersOf([subscription]);
  const look = createFollower({ database, log, subscriptions: [subscription] }, reader!);
  await look(new AbortController().signal);
  const db = database.tenant({ organizationId });
  for (const each of bundles)
    await sql`
      insert into contact_activity (organization_id, contact_id, type, data)
      select ${organizationId}::uuid, contact_id, 'bench.noted', data
      from unnest(${each.map(({ contactId }) => contactId)}::uuid[], ${each.map(({ number, text }) => JSON.stringify({ number, text }))}::jsonb[])
        as given (contact_id, data)`.execute(db);
  while (received.length < events) await look(new AbortController().signal);
  return received;
}

async function bareRows(owner: pg.Client, bundles: readonly Tagged[][]): Promise<void> {
  for (const each of bundles)
    await owner.query('insert into bare_events (id, payload) select * from unnest($1::uuid[], $2::jsonb[])', [
      each.map(() => randomUUID()),
      each.map((payload) => JSON.stringify(payload)),
    ]);
  const some = `delete from bare_events where id in (select id from bare_events order by id limit ${batch}) returning payload`;
  while (((await owner.query(some)).rowCount ?? 0) > 0);
}

const bundlesOf = (): Tagged[][] => {
  const ids = Array.from({ length: contacts }, () => randomUUID());
  const text = 'x'.repeat(60);
  return Array.from({ length: Math.ceil(events / bundle) }, (_, at) =>
    Array.from({ length: bundle }, (_, place) => {
      const number = at * bundle + place;
      return { contactId: ids[number % contacts]!, number, text };
    }),
  );
};

function faultsIn(received: readonly Tagged[]): string[] {
  const last = new Map<string, number>();
  const wrong = received.flatMap(({ contactId, number }) => {
    const before = last.get(contactId) ?? -1;
    last.set(contactId, number);
    return number > before ? [] : [`${number} after ${before}`];
  });
  return received.length === events ? wrong : [...wrong, `${received.length} received`];
}

async function timed<Result>(fn: () => Promise<Result>): Promise<{ result: Result; rate: number }> {
  const started = performance.now();
  const result = await fn();
  return { result, rate: Math.round(events / ((performance.now() - started) / 1_000)) };
}
