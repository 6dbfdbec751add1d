import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { TotalMetric } from '../metrics.ts';
import type { Bucket } from '../totals.sql.ts';

/** A total that is not what its sources say; `by` is what it lacks. */
export type Missing = {
  clientId: string | null;
  metric: TotalMetric;
  unit: 'quarter' | 'day';
  at: Date;
  by: number;
};

export type Source = {
  metrics: readonly TotalMetric[];
  /** Whole days of UTC or quarters of an hour; what lies outside is left as it is. Null is always. */
  span: Bucket | null;
  /** Rows of `client_id`, `metric`, `at` and `total`, of this span. */
  counted: RawBuilder<unknown>;
};

/** One statement: sources and totals as they were at one moment, so that the difference holds whatever is counted meanwhile. */
export async function compareTotals(ctx: Context, { metrics, span, counted }: Source): Promise<Missing[]> {
  const inSpan = span
    ? sql`and unit = 'quarter' and at >= ${instant(span.from)}::timestamptz and at < ${instant(span.to)}::timestamptz`
    : sql``;
  const { rows } = await sql<Missing>`
    select client_id as "clientId", metric, unit, at, sum(total)::float8 as by from (
      select scope.client_id, counted.metric::smallint as metric, period.unit, period.at, counted.total
      from (${counted}) counted
        cross join lateral (select null::uuid as client_id union select counted.client_id) scope
        cross join lateral public.periods_of(counted.at) period
      ${span ? sql`where period.unit = 'quarter'` : sql``}
      union all
      select client_id, metric, unit, at, -total from metric_totals
      where organization_id = ${ctx.organizationId}::uuid and metric = any(${metrics}::smallint[]) ${inSpan}
    ) compared group by 1, 2, 3, 4 having sum(total) <> 0 order by 2, 3, 4, 1`.execute(ctx.db);
  return span ? rows.flatMap(byDayToo) : rows;
}

/** A span may begin within a day of UTC, whose total holds more than the span: what its quarters lack, it lacks too. */
const byDayToo = (missing: Missing): Missing[] => [
  missing,
  { ...missing, unit: 'day', at: new Date(Math.floor(missing.at.getTime() / dayMs) * dayMs) },
];

const dayMs = 86_400_000;

export async function repairTotals(ctx: Context, missing: readonly Missing[]): Promise<void> {
  if (missing.length === 0) return;
  await sql`
    insert into metric_totals as known (organization_id, client_id, metric, unit, at, total)
    select ${ctx.organizationId}::uuid, client_id, metric, unit, at, sum(by) from unnest(
      ${missing.map(({ clientId }) => clientId)}::uuid[], ${missing.map(({ metric }) => metric)}::smallint[],
      ${missing.map(({ unit }) => unit)}::text[], ${missing.map(({ at }) => at.toISOString())}::timestamptz[],
      ${missing.map(({ by }) => by)}::bigint[]
    ) missing (client_id, metric, unit, at, by)
    group by 2, 3, 4, 5 order by 2, 3, 4, 5
    on conflict (organization_id, client_id, metric, unit, at) do update set total = known.total + excluded.total`.execute(
    ctx.db,
  );
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
