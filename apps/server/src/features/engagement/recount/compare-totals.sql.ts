import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { quarterOf } from '../calendar.ts';
import type { TotalMetric } from '../metrics.ts';
import type { Bucket } from '../ranges.sql.ts';

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
  const kept = sql`organization_id = ${ctx.organizationId}::uuid and metric = any(${metrics}::smallint[])`;
  const { rows } = await sql<Missing>`
    select client_id as "clientId", metric, unit, at, sum(total)::float8 as by from (
      select scope.client_id, counted.metric::smallint as metric, period.unit, period.at, counted.total
      from (${counted}) counted
        cross join lateral (select null::uuid as client_id union select counted.client_id) scope
        cross join lateral public.periods_of(counted.at) period
      union all ${span ? keptIn(span, kept) : sql`select client_id, metric, unit, at, -total from metric_totals where ${kept}`}
    ) compared group by 1, 2, 3, 4 having sum(total) <> 0 order by 2, 3, 4, 1`.execute(ctx.db);
  return rows;
}

/** A span may begin or end within a day of UTC: the total of that day holds the quarters outside as well. */
function keptIn({ from, to }: Bucket, kept: RawBuilder<unknown>): RawBuilder<unknown> {
  const [first, last] = [Math.floor(from / dayMs) * dayMs, Math.ceil(to / dayMs) * dayMs];
  const within = (starts: number, ends: number) =>
    sql`at >= ${instant(starts)}::timestamptz and at < ${instant(ends)}::timestamptz`;
  return sql`
    select client_id, metric, unit, at, -total from metric_totals
    where ${kept} and (unit = 'quarter' and ${within(from, to)} or unit = 'day' and ${within(first, last)})
    union all select client_id, metric, 'day', date_trunc('day', at, 'UTC'), total from metric_totals
    where ${kept} and unit = 'quarter' and (${within(first, from)} or ${within(to, last)})`;
}

const dayMs = 86_400_000;

export type Changes = {
  /** What counts the changes; where a second one counts those that go, the first counts those that come. */
  metrics: readonly { metric: TotalMetric; gone?: TotalMetric }[];
  /** How many there are now: rows of `client_id`, `metric` and `total`. */
  counted: RawBuilder<unknown>;
};

/** Changes have no moment in any row but their own: all of them together must come to what there is. What they lack counts as of now. */
export async function compareChanges(ctx: Context, { metrics, counted }: Changes): Promise<Missing[]> {
  const { rows } = await sql<Omit<Missing, 'at'>>`
    select client_id as "clientId", metric, unit, sum(total)::float8 as by from (
      select scope.client_id, counted.metric, unit.unit, counted.total from (${counted}) counted
        cross join lateral (select null::uuid as client_id union select counted.client_id) scope
        cross join (values ('quarter'), ('day')) unit (unit)
      union all
      select client_id, line.metric, unit, line.sign * total from metric_totals join unnest(
        ${metrics.flatMap(({ metric, gone }) => [metric, gone ?? null])}::smallint[],
        ${metrics.flatMap(({ metric }) => [metric, metric])}::smallint[], ${metrics.flatMap(() => [-1, 1])}::int[]
      ) line (kept, metric, sign) on line.kept = metric_totals.metric
      where organization_id = ${ctx.organizationId}::uuid
    ) compared group by 1, 2, 3 having sum(total) <> 0 order by 2, 3, 1`.execute(ctx.db);
  const goneOf = new Map(metrics.map(({ metric, gone }) => [metric, gone]));
  const now = ctx.now().getTime();
  return rows.map(({ metric, by, ...row }) => {
    const at = new Date(row.unit === 'day' ? Math.floor(now / dayMs) * dayMs : quarterOf(now));
    const gone = goneOf.get(metric);
    return gone !== undefined && by < 0 ? { ...row, at, metric: gone, by: -by } : { ...row, at, metric, by };
  });
}

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
