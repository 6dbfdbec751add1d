import { instantOfWall } from '@waggle/contracts/zones';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import type { TotalMetric } from './metrics.ts';

/** Milliseconds since 1970; `to` is not in it. Both begin a quarter of an hour, as every day of every time zone does. */
export type Bucket = { from: number; to: number };

const dayMs = 86_400_000;

/** When a day of the calendar begins in a time zone. */
export const startOfDay = (timezone: string, day: string): number =>
  instantOfWall(Date.parse(`${day}T00:00:00Z`), timezone);

/**
 * What each metric came to in each bucket, for the client that is shown or for all. Whole days of UTC are read as days, and only what is
 * left at both ends as quarters: a year costs as many rows as its days.
 */
export async function sumTotals<Metric extends TotalMetric>(
  ctx: Context,
  metrics: readonly Metric[],
  buckets: readonly Bucket[],
): Promise<Record<Metric, number[]>> {
  const parts = buckets.flatMap(partsOf);
  const clientId = activeClient(ctx);
  const { rows } = await sql<{ bucket: number; metric: Metric; total: number }>`
    select part.bucket, known.metric, sum(known.total)::float8 as total
    from unnest(
      ${parts.map(({ bucket }) => bucket)}::int[], ${parts.map(({ unit }) => unit)}::text[],
      ${parts.map(({ from }) => instant(from))}::timestamptz[], ${parts.map(({ to }) => instant(to))}::timestamptz[]
    ) part (bucket, unit, starts, ends)
    cross join lateral (
      select metric, sum(total) as total from metric_totals
      where organization_id = ${ctx.organizationId}::uuid and ${clientId === null ? sql`client_id is null` : sql`client_id = ${clientId}::uuid`}
        and metric = any(${metrics}::smallint[]) and unit = part.unit and at >= part.starts and at < part.ends
      group by metric
    ) known
    group by 1, 2`.execute(ctx.db);
  const sums = Object.fromEntries(metrics.map((metric) => [metric, buckets.map(() => 0)])) as Record<Metric, number[]>;
  for (const { bucket, metric, total } of rows) sums[metric][bucket] = total;
  return sums;
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

type Part = Bucket & { bucket: number; unit: 'quarter' | 'day' };

function partsOf({ from, to }: Bucket, bucket: number): Part[] {
  const firstDay = Math.ceil(from / dayMs) * dayMs;
  const lastDay = Math.floor(to / dayMs) * dayMs;
  const parts: Part[] =
    firstDay >= lastDay
      ? [{ bucket, unit: 'quarter', from, to }]
      : [
          { bucket, unit: 'quarter', from, to: firstDay },
          { bucket, unit: 'day', from: firstDay, to: lastDay },
          { bucket, unit: 'quarter', from: lastDay, to },
        ];
  return parts.filter((part) => part.from < part.to);
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
