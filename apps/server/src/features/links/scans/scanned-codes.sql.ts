import { metric, weekParts } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { after, inOrder, type Keyset, page } from '#platform/keyset.ts';

/** Of the organization's calendar, both included. */
type Days = { from: string; to: string };
/** `all` is ever. */
export type ScanDays = Days | 'all';

export type ScannedCode = { id: string; name: string; client_id: string | null; scans: number };

const inSight = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return sql`code.organization_id = ${ctx.organizationId}::uuid and (${clientId}::uuid is null or code.client_id = ${clientId}::uuid)`;
};

/** Written out, so that a plan may use the index of these rows alone. */
const scansByPeople = (part: 'all' | 'week') => sql`metric = ${sql.lit(metric.scan.scans)} and part = ${sql.lit(part)}`;

/**
 * Each code in sight with its scans by people, and those of other days before. The count of a code is the sum of its days: ever needs
 * none of them. The weeks and days of all codes are read at once: one look for each of 5,000 codes takes three times as long.
 */
const counted = (ctx: Context, days: ScanDays, before: Days | null = null) => {
  if (days === 'all')
    return sql`select code.id, code.name, code.client_id, code.scans, 0 as before from qr_codes code where ${inSight(ctx)}`;
  return sql`
    select code.id, code.name, code.client_id, coalesce(known.scans, 0)::bigint as scans, coalesce(known.before, 0)::bigint as before
    from qr_codes code left join (
      select subject_id, sum(scans) as scans, sum(before) as before
      from (${sql.join([...partsOf(ctx, days, 'scans'), ...(before ? partsOf(ctx, before, 'before') : [])], sql` union all `)}) as parts
      group by 1
    ) known on known.subject_id = code.id
    where ${inSight(ctx)}`;
};

/** Rows of codes that add up to their scans on these days. */
function partsOf(ctx: Context, days: Days, column: 'scans' | 'before') {
  const ofClient =
    activeClient(ctx) === null ? sql`` : sql`and subject_id in (select id from qr_codes code where ${inSight(ctx)})`;
  return weekParts(days).map(({ part, from, to, sign }) => {
    const total = sql`total::float8 * ${sql.lit(sign)}`;
    return sql`
      select subject_id, ${column === 'scans' ? total : sql`0::float8`} as scans, ${column === 'before' ? total : sql`0::float8`} as before
      from stat_days
      where organization_id = ${ctx.organizationId}::uuid and ${scansByPeople(part)}
        and day >= ${from}::date and day < ${to}::date ${ofClient}`;
  });
}

type Asked = {
  days: ScanDays;
  /** The days that end where those begin. */
  before: Days | null;
  most: number;
};

/** Those with the most scans, none without any, and how many scans all codes have, and had before. */
export async function findBestCodes(ctx: Context, { days, before, most }: Asked) {
  const { rows } = await sql<ScannedCode & { of_all: number; of_all_before: number; is_best: boolean }>`
    with counted as materialized (${counted(ctx, days, before)}),
    best as (select * from counted where scans > 0 order by counted.scans desc, lower(name), id limit ${most})
    select id, name, client_id, best.scans::float8 as scans, of_all, of_all_before, id is not null as is_best
    from (
      select coalesce(sum(scans), 0)::float8 as of_all, coalesce(sum(before), 0)::float8 as of_all_before from counted
    ) as summed
    left join best on true
    order by best.scans desc, lower(name), id`.execute(ctx.db);
  return {
    best: rows.filter((row) => row.is_best),
    scans: rows[0]?.of_all ?? 0,
    scansBefore: before && (rows[0]?.of_all_before ?? 0),
  };
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

/** Scans of all codes of each client. */
export async function sumScansByClient(ctx: Context, days: ScanDays): Promise<Map<string, number>> {
  const { rows } = await sql<{ client_id: string; scans: number }>`
    select client_id, sum(scans)::float8 as scans from (${counted(ctx, days)}) as code where client_id is not null group by 1`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ client_id, scans }) => [client_id, scans]));
}

/** The first day on which somebody scanned a code in sight. */
export async function findFirstScanDay(ctx: Context): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select day.day::text from stat_days day
    where organization_id = ${ctx.organizationId}::uuid and ${scansByPeople('all')}
      and exists (select from qr_codes code where code.id = day.subject_id and code.scans > 0 and ${inSight(ctx)})
    order by day.day limit 1`.execute(ctx.db);
  return rows[0]?.day ?? null;
}
