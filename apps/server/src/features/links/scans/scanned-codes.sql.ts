import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { after, inOrder, type Keyset, page } from '#platform/keyset.ts';
import { type Days, inSight, keptOf, scanRows } from './scan-days.sql.ts';

/** `all` is ever. */
export type ScanDays = Days | 'all';

export type ScannedCode = { id: string; name: string; client_id: string | null; scans: number };

/**
 * Each code in sight with its scans by people. The count of a code is the sum of its days: ever needs none of them. The weeks and days of all
 * codes are read at once: one look for each of 5,000 codes takes three times as long.
 */
const counted = (ctx: Context, days: ScanDays) =>
  days === 'all'
    ? sql`select code.id, code.name, code.client_id, code.scans from qr_codes code where ${inSight(ctx)}`
    : sql`
        select code.id, code.name, code.client_id, coalesce(known.scans, 0)::bigint as scans
        from qr_codes code left join (
          select subject_id, sum(total) as scans from (${scanRows(ctx, 'scans', days)}) as part group by 1
        ) known on known.subject_id = code.id
        where ${inSight(ctx)}`;

/** Those with the most scans, none without any. */
export async function findBestCodes(ctx: Context, days: ScanDays, most: number): Promise<ScannedCode[]> {
  const { rows } = await sql<ScannedCode>`
    select id, name, client_id, scans::float8 as scans from (${counted(ctx, days)}) as counted
    where scans > 0 order by counted.scans desc, lower(name), id limit ${most}`.execute(ctx.db);
  return rows;
}

const mostFirst: Keyset = { by: sql`counted.scans`, type: 'bigint', id: sql`counted.id`, descending: true };

/** A page of all codes in sight, most scans first, how many there are and how many scans they have together. */
export async function findScannedCodes(
  ctx: Context,
  days: ScanDays,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  type Row = ScannedCode & { cursor_value: string; total: number; of_all: number };
  const { rows } = await sql<Row>`
    with counted as materialized (${counted(ctx, days)}),
    page as (select * from counted where ${after(cursor, mostFirst)} order by ${inOrder(mostFirst)} limit ${limit + 1})
    select total, of_all, id, name, client_id, page.scans::float8 as scans, page.scans::text as cursor_value
    from (select count(*)::int as total, coalesce(sum(scans), 0)::float8 as of_all from counted) as summed
    left join page on true
    order by page.scans desc, id desc`.execute(ctx.db);
  // Without a page there is one row, of the sums alone.
  const found = rows.filter(({ cursor_value }) => cursor_value !== null);
  return { ...page(found, limit, ({ id }) => id), total: rows[0]?.total ?? 0, scans: rows[0]?.of_all ?? 0 };
}

/** Scans of these codes, of those in sight. */
export async function findScansOf(
  ctx: Context,
  days: ScanDays,
  codeIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; scans: number }>`
    select id, scans::float8 as scans from (${counted(ctx, days)}) as code where id = any(${codeIds}::uuid[])`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, scans }) => [id, scans]));
}

/** The first day on which somebody scanned a code in sight. */
export async function findFirstScanDay(ctx: Context): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select day.day::text from stat_days day
    where ${keptOf(ctx, 'scans', 'all')}
      and exists (select from qr_codes code where code.id = day.subject_id and code.scans > 0 and ${inSight(ctx)})
    order by day.day limit 1`.execute(ctx.db);
  return rows[0]?.day ?? null;
}
