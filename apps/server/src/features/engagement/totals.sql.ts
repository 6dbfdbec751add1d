import { instantOfWall } from '@waggle/contracts/zones';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { memo } from './memo.ts';
import type { TotalMetric } from './metrics.ts';
import { type Bucket, bucketParts, partsOf, sumRanges } from './ranges.sql.ts';

/** Two years of ten organizations. */
const knownStarts = memo(7_500, (key) => {
  const [day = '', timezone = 'UTC'] = key.split('|');
  return instantOfWall(Date.parse(`${day}T00:00:00Z`), timezone);
});

/** When a day of the calendar begins in a time zone. Kept: it takes 50 microseconds, and a year of growth asks for 1,460. */
export const startOfDay = (timezone: string, day: string): number => knownStarts(`${day}|${timezone}`);

/** What each metric came to in each bucket, for the client that is shown or for all. */
export async function sumTotals<Metric extends TotalMetric>(
  ctx: Context,
  metrics: readonly Metric[],
  buckets: readonly Bucket[],
): Promise<Record<Metric, number[]>> {
  const clientId = activeClient(ctx);
  const sums = await sumRanges(ctx, buckets, {
    kept: sql`
      metric_totals where organization_id = ${ctx.organizationId}::uuid and ${clientId === null ? sql`client_id is null` : sql`client_id = ${clientId}::uuid`}
        and metric = any(${metrics}::smallint[])`,
    key: sql`metric`,
    total: sql`total`,
  });
  return Object.fromEntries(metrics.map((metric) => [metric, sums(metric)])) as Record<Metric, number[]>;
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

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
