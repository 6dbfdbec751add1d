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

/** What a metric came to in one bucket, for each client that has any. */
export async function sumTotalsByClient(
  ctx: Context,
  metric: TotalMetric,
  bucket: Bucket,
): Promise<Map<string, number>> {
  const parts = partsOf(bucket, 0);
  const { rows } = await sql<{ client_id: string; total: number }>`
    select client_id, sum(total * sign)::float8 as total
    from ${bucketParts(parts)}
    join metric_totals on organization_id = ${ctx.organizationId}::uuid and client_id is not null and metric = ${metric}
      and metric_totals.unit = part.unit and at >= part.starts and at < part.ends
    group by 1`.execute(ctx.db);
  return new Map(rows.map(({ client_id, total }) => [client_id, total]));
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
