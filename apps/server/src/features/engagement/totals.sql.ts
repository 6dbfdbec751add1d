import { instantOfWall } from '@waggle/contracts/zones';
import { type RawBuilder, sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { memo } from './memo.ts';
import type { TotalMetric } from './metrics.ts';

/** Milliseconds since 1970; `to` is not in it. Both begin a quarter of an hour, as every day of every time zone does. */
export type Bucket = { from: number; to: number };

const dayMs = 86_400_000;

/** Two years of ten organizations. */
const knownStarts = memo(7_500, (key) => {
  const [day = '', timezone = 'UTC'] = key.split('|');
  return instantOfWall(Date.parse(`${day}T00:00:00Z`), timezone);
});

/** When a day of the calendar begins in a time zone. Kept: it takes 50 microseconds, and a year of growth asks for 1,460. */
export const startOfDay = (timezone: string, day: string): number => knownStarts(`${day}|${timezone}`);

/**
 * What each metric came to in each bucket, for the client that is shown or for all. Whole days of UTC are read as days, all in one range, and
 * only what is left at both ends as quarters: each look into the index costs as much as twenty rows.
 */
export async function sumTotals<Metric extends TotalMetric>(
  ctx: Context,
  metrics: readonly Metric[],
  buckets: readonly Bucket[],
): Promise<Record<Metric, number[]>> {
  const parts = buckets.flatMap(partsOf);
  const days = parts.filter(({ unit }) => unit === 'day');
  const [firstDay, lastDay] = days.length > 0 ? [Math.min(...days.map(fromOf)), Math.max(...days.map(toOf))] : [0, 0];
  // Where one day ends the next begins: the quarters between it and midnight in UTC are read once for both.
  const edges = [
    ...new Map(parts.flatMap((part) => (part.unit === 'quarter' ? [[keyOf(part), part] as const] : []))).values(),
  ];
  const clientId = activeClient(ctx);
  const kept = sql`
    metric_totals where organization_id = ${ctx.organizationId}::uuid and ${clientId === null ? sql`client_id is null` : sql`client_id = ${clientId}::uuid`}
      and metric = any(${metrics}::smallint[])`;
  const { rows } = await sql<{ from: number; to: number; metric: Metric; total: number }>`
    select ${milliseconds(sql`starts`)} as from, ${milliseconds(sql`ends`)} as to, metric, total::float8 from (
      select at as starts, at + interval '1 day' as ends, metric, total from ${kept} and unit = 'day'
        and at >= ${instant(firstDay)}::timestamptz and at < ${instant(lastDay)}::timestamptz
      union all
      select edge.starts, edge.ends, quarter.metric, sum(quarter.total)
      from unnest(${edges.map(fromOf).map(instant)}::timestamptz[], ${edges.map(toOf).map(instant)}::timestamptz[]) edge (starts, ends)
      cross join lateral (select metric, total from ${kept} and unit = 'quarter' and at >= edge.starts and at < edge.ends offset 0) quarter
      group by 1, 2, 3
    ) as known`.execute(ctx.db);
  const totals = new Map(rows.map(({ metric, total, ...range }) => [`${keyOf(range)} ${metric}`, total]));
  const sums = Object.fromEntries(metrics.map((metric) => [metric, buckets.map(() => 0)])) as Record<Metric, number[]>;
  for (const { bucket, sign, ...part } of parts)
    for (const range of part.unit === 'day' ? daysIn(part) : [part])
      for (const metric of metrics) sums[metric][bucket]! += sign * (totals.get(`${keyOf(range)} ${metric}`) ?? 0);
  return sums;
}

/**
 * What a metric came to in each bucket, for each of the clients that has any. One look into the index for each client and part: without the client, which
 * stands first in the key, all totals of the organization would be read.
 */
export async function sumTotalsByClient(
  ctx: Context,
  clientIds: readonly string[],
  metric: TotalMetric,
  buckets: readonly Bucket[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ client_id: string; bucket: number; total: number }>`
    select client.id as client_id, part.bucket, sum(kept.total * part.sign)::float8 as total
    from unnest(${clientIds}::uuid[]) client (id) cross join ${bucketParts(buckets.flatMap(partsOf))}
    cross join lateral (
      select total from metric_totals where organization_id = ${ctx.organizationId}::uuid and client_id = client.id and metric = ${metric}
        and unit = part.unit and at >= part.starts and at < part.ends offset 0
    ) kept
    group by 1, 2`.execute(ctx.db);
  const sums = new Map<string, number[]>();
  for (const { client_id, bucket, total } of rows) {
    const known = sums.get(client_id) ?? buckets.map(() => 0);
    known[bucket] = total;
    sums.set(client_id, known);
  }
  return sums;
}

/** By weekday (1 is Monday) and hour of a clock. */
export async function findWeekOfTotals(ctx: Context, metric: TotalMetric, { from, to }: Bucket, timezone: string) {
  const clientId = activeClient(ctx);
  const { rows } = await sql<{ weekday: number; hour: number; total: number }>`
    select extract(isodow from wall)::int as weekday, extract(hour from wall)::int as hour, sum(total)::float8 as total
    from metric_totals cross join lateral (select at at time zone ${timezone}) clock (wall)
    where organization_id = ${ctx.organizationId}::uuid and ${clientId === null ? sql`client_id is null` : sql`client_id = ${clientId}::uuid`}
      and metric = ${metric} and unit = 'quarter' and at >= ${instant(from)}::timestamptz and at < ${instant(to)}::timestamptz
    group by 1, 2`.execute(ctx.db);
  return rows;
}

/** Rows to join totals with: what begins in `part` counts `sign` times for its bucket. */
export const bucketParts = (parts: readonly Part[]) => sql`unnest(
  ${parts.map(({ bucket }) => bucket)}::int[], ${parts.map(({ unit }) => unit)}::text[], ${parts.map(({ sign }) => sign)}::int[],
  ${parts.map(({ from }) => instant(from))}::timestamptz[], ${parts.map(({ to }) => instant(to))}::timestamptz[]
) part (bucket, unit, sign, starts, ends)`;

export type TotalRow = { clientId: string | null; metric: TotalMetric; at: number; total: number };

/** To the client and to the whole, by quarter and by day. One call in a transaction: rows are taken in the order of their key. */
export async function addTotals(ctx: Context, rows: readonly TotalRow[]): Promise<void> {
  const added = rows.filter(({ total }) => total !== 0);
  if (added.length === 0) return;
  await sql`
    select public.add_totals(${added.map(() => ctx.organizationId)}::uuid[], ${added.map(({ clientId }) => clientId)}::uuid[],
      ${added.map(({ metric }) => metric)}::smallint[], ${added.map(({ at }) => instant(at))}::timestamptz[],
      ${added.map(({ total }) => total)}::bigint[])`.execute(ctx.db);
}

const fromOf = ({ from }: Bucket): number => from;
const toOf = ({ to }: Bucket): number => to;
const keyOf = ({ from, to }: Bucket): string => `${from} ${to}`;
const daysIn = ({ from, to }: Bucket): Bucket[] =>
  Array.from({ length: (to - from) / dayMs }, (_, at) => ({ from: from + at * dayMs, to: from + (at + 1) * dayMs }));
const milliseconds = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at}) * 1000)::float8`;

export type Part = Bucket & { bucket: number; unit: 'quarter' | 'day'; sign: 1 | -1 };

/**
 * Each end is read from the midnight in UTC that is nearest: quarters that are missing are added, and quarters that are too many are
 * taken away. An end costs eight rows at most in Berlin and 48 anywhere.
 */
export function partsOf({ from, to }: Bucket, bucket: number): Part[] {
  const [firstDay, lastDay] = [nearestDay(from), nearestDay(to)];
  if (firstDay >= lastDay) return [{ bucket, sign: 1, unit: 'quarter', from, to }];
  const parts: Part[] = [
    { bucket, sign: 1, unit: 'quarter', from, to: firstDay },
    { bucket, sign: -1, unit: 'quarter', from: firstDay, to: from },
    { bucket, sign: 1, unit: 'day', from: firstDay, to: lastDay },
    { bucket, sign: 1, unit: 'quarter', from: lastDay, to },
    { bucket, sign: -1, unit: 'quarter', from: to, to: lastDay },
  ];
  return parts.filter((part) => part.from < part.to);
}

const nearestDay = (at: number): number => Math.round(at / dayMs) * dayMs;

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
