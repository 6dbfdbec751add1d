// Every call of Overview and Analytics over 20 million events, a million contacts and 2,000 campaigns of 200 organizations, the largest of which has a
// quarter of all; the same over a tenth of the events; and the same figures from raw rows. No answer is shared here, so that each is paid for.
// `pnpm bench analytics [--events 2000000]`.
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import { compareWithEvents } from './analytics-check.ts';
import { largeSizes, loadSubjects } from './analytics-data.ts';
import { loadEvents } from './analytics-events.ts';
import { measure, type Measured, type Urls } from './analytics-load.ts';
import { measureRaw } from './analytics-raw.ts';
import { fillRollUps } from './analytics-roll-ups.ts';
import type { Figure } from './figures.ts';

const given = process.argv.indexOf('--events');
const events = given === -1 ? 20_000_000 : Number(process.argv[given + 1]);
const goals = { p95Ms: 150, lagSeconds: 10, timesRaw: 50 };

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const urls = { ownerUrl: postgres.ownerUrl(), appUrl: postgres.appUrl() };
  try {
    await migrate(urls.ownerUrl, () => {});
    await timed('subjects and contacts', () => withOwner(urls, (owner) => loadSubjects(owner, largeSizes)));
    const few = await at(urls, { from: 0, to: events / 10 });
    const all = await at(urls, { from: events / 10, to: events });
    return [
      { values: { events, ...largeSizes }, ok: true },
      few.check,
      all.check,
      ...compare(few.measured, all.measured),
      ...underLoad(all.measured),
      ...fromRaw(all.measured, await measureRaw(urls.ownerUrl)),
      await withOwner(urls, storage),
    ];
  } finally {
    await postgres.destroy();
  }
}

async function at(urls: Urls, growth: { from: number; to: number }) {
  await timed(`${growth.to} events`, () => loadEvents(urls.ownerUrl, { ...growth, sizes: largeSizes }));
  await timed('roll-ups', () => fillRollUps(urls.ownerUrl));
  const check = await compareWithEvents(urls);
  return { check, measured: await measure(urls) };
}

function compare(few: Measured, all: Measured): Figure[] {
  return [...all.calls].map(([call, { requests, failed, p50, p95 }]) => {
    const [alone, before] = [all.alone.get(call)!.p50, few.alone.get(call)!.p50];
    return {
      values: {
        call,
        requests,
        failed,
        p50_ms: p50,
        p95_ms: p95,
        goal: goals.p95Ms,
        p95_of_a_tenth_ms: few.calls.get(call)!.p95,
        p95_without_pause_ms: all.atOnce.get(call)?.p95 ?? 'refused',
        alone_ms: alone,
        alone_of_a_tenth: (alone / before).toFixed(2),
      },
      ok: p95 <= goals.p95Ms && failed === 0,
    };
  });
}

const underLoad = ({ mixed, arrived, drained, maxLagSeconds }: Measured): Figure[] => [
  {
    values: { mixed_p50_ms: mixed.p50, mixed_p95_ms: mixed.p95, failed: mixed.failed, goal: goals.p95Ms },
    ok: mixed.p95 <= goals.p95Ms && mixed.failed === 0,
  },
  {
    values: {
      arrived_per_s: Math.round(arrived),
      drained_per_s: Math.round(drained),
      max_lag_s: maxLagSeconds.toFixed(1),
      goal_s: goals.lagSeconds,
    },
    ok: maxLagSeconds <= goals.lagSeconds,
  },
];

function fromRaw({ alone }: Measured, raw: Map<string, number>): Figure[] {
  return [...raw].map(([call, rawMs]) => {
    const { p50 } = alone.get(call)!;
    const times = rawMs / p50;
    return {
      values: { call, raw_ms: Math.round(rawMs), kept_ms: p50, times: Math.round(times), goal: goals.timesRaw },
      ok: times >= goals.timesRaw,
    };
  });
}

async function storage(owner: pg.Client): Promise<Figure> {
  const { rows } = await owner.query<{ name: string; bytes: number; rows: number }>(
    `select regexp_replace(relname, '_[0-9]{6}$|_default$', '') as name, sum(pg_total_relation_size(oid))::float8 as bytes, sum(greatest(reltuples, 0))::float8 as rows
     from pg_class where relkind = 'r' and relname ~ '^(engagement_events|stat_hours|stat_days|metric_totals)' group by 1 order by 1`,
  );
  const perMillion = (bytes: number) => Math.round(bytes / 1_048_576 / (events / 1_000_000));
  const rollUps = rows.filter(({ name }) => name !== 'engagement_events').reduce((sum, { bytes }) => sum + bytes, 0);
  const each = rows.flatMap(({ name, bytes, rows: count }) => [
    [`${name}_mb`, perMillion(bytes)],
    [`${name}_rows`, Math.round(count / (events / 1_000_000))],
  ]);
  return {
    values: { per_million_events: 'all', ...Object.fromEntries(each), roll_ups_mb: perMillion(rollUps) },
    ok: true,
  };
}

async function withOwner<Result>({ ownerUrl }: Urls, task: (owner: pg.Client) => Promise<Result>): Promise<Result> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return await task(owner);
  } finally {
    await owner.end();
  }
}

async function timed(what: string, task: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await task();
  console.log(`${what}: ${((performance.now() - started) / 1_000).toFixed(0)} s`);
}
