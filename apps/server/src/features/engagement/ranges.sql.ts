import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** Milliseconds since 1970; `to` is not in it. Both begin a quarter of an hour, as every day of every time zone does. */
export type Bucket = { from: number; to: number };

const dayMs = 86_400_000;

type Totals = {
  /** A table with the columns `unit` and `at`, and conditions that leave one row for each of their values and the key. */
  kept: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  total: RawBuilder<unknown>;
};

/**
 * What totals came to in each bucket, by their key. Whole days of UTC are read as days, all in one range, and only what is left at both ends as
 * quarters: each look into the index costs as much as twenty rows.
 */
export async function sumRanges(
  ctx: Context,
  buckets: readonly Bucket[],
  { kept, key, total }: Totals,
): Promise<(key: string | number) => number[]> {
  const parts = buckets.flatMap(partsOf);
  const days = parts.filter(({ unit }) => unit === 'day');
  const [firstDay, lastDay] = days.length > 0 ? [Math.min(...days.map(fromOf)), Math.max(...days.map(toOf))] : [0, 0];
  // Where one day ends the next begins: the quarters between it and midnight in UTC are read once for both.
  const edges = [
    ...new Map(parts.flatMap((part) => (part.unit === 'quarter' ? [[keyOf(part), part] as const] : []))).values(),
  ];
  const { rows } = await sql<{ from: number; to: number; key: string | number; total: number }>`
    select ${milliseconds(sql`starts`)} as from, ${milliseconds(sql`ends`)} as to, key, total::float8 from (
      select at as starts, at + interval '1 day' as ends, ${key} as key, ${total} as total from ${kept} and unit = 'day'
        and at >= ${instant(firstDay)}::timestamptz and at < ${instant(lastDay)}::timestamptz
      union all
      select edge.starts, edge.ends, quarter.key, sum(quarter.total)
      from unnest(${edges.map(fromOf).map(instant)}::timestamptz[], ${edges.map(toOf).map(instant)}::timestamptz[]) edge (starts, ends)
      cross join lateral (
        select ${key} as key, ${total} as total from ${kept} and unit = 'quarter' and at >= edge.starts and at < edge.ends offset 0
      ) quarter
      group by 1, 2, 3
    ) as known`.execute(ctx.db);
  const totals = new Map(rows.map(({ key, total, ...range }) => [`${keyOf(range)} ${key}`, total]));
  return (key) => {
    const sums = buckets.map(() => 0);
    for (const { bucket, sign, ...part } of parts)
      for (const range of part.unit === 'day' ? daysIn(part) : [part])
        sums[bucket]! += sign * (totals.get(`${keyOf(range)} ${key}`) ?? 0);
    return sums;
  };
}

/** Rows to join totals with: what begins in `part` counts `sign` times for its bucket. */
export const bucketParts = (parts: readonly Part[]) => sql`unnest(
  ${parts.map(({ bucket }) => bucket)}::int[], ${parts.map(({ unit }) => unit)}::text[], ${parts.map(({ sign }) => sign)}::int[],
  ${parts.map(({ from }) => instant(from))}::timestamptz[], ${parts.map(({ to }) => instant(to))}::timestamptz[]
) part (bucket, unit, sign, starts, ends)`;

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
