import { type Bucket, metric, sumTotals } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { inSight, scanRows } from './scan-days.sql.ts';
import type { ScanDays } from './scanned-codes.sql.ts';

const { scans, newVisitors } = metric.scan;

type Asked = { days: ScanDays; span: Bucket };

/** Scans by people, visitors, each counted once a day and code, and how many codes were scanned. */
export async function countVisitors(ctx: Context, { days, span }: Asked) {
  const [totals, codes] = await Promise.all([
    sumTotals(ctx, [scans, newVisitors], [span]),
    days === 'all' ? countEverScanned(ctx) : countScanned(ctx, days),
  ]);
  return { codes, scans: totals[scans][0]!, visitors: totals[newVisitors][0]! };
}

async function countEverScanned(ctx: Context): Promise<number> {
  const { rows } = await sql<{ codes: number }>`
    select count(*)::int as codes from qr_codes code where ${inSight(ctx)} and scans > 0`.execute(ctx.db);
  return rows[0]!.codes;
}

async function countScanned(ctx: Context, days: Exclude<ScanDays, 'all'>): Promise<number> {
  const { rows } = await sql<{ codes: number }>`
    select (count(*) filter (where scans > 0))::int as codes
    from (select sum(total) as scans from (${scanRows(ctx, 'scans', days)}) as part group by subject_id) as code`.execute(
    ctx.db,
  );
  return rows[0]!.codes;
}

/** The same of one code. */
export async function countVisitorsOf(ctx: Context, qrCodeId: string, days: Exclude<ScanDays, 'all'>) {
  const { rows } = await sql<{ scans: number; visitors: number }>`
    select ${sumOf(scanRows(ctx, 'scans', days, qrCodeId))} as scans, ${sumOf(scanRows(ctx, 'newVisitors', days, qrCodeId))} as visitors`.execute(
    ctx.db,
  );
  const { scans: scanned, visitors } = rows[0]!;
  return { codes: Number(scanned > 0), scans: scanned, visitors };
}

const sumOf = (parts: ReturnType<typeof scanRows>) =>
  sql`(select coalesce(sum(total), 0)::float8 from (${parts}) as part)`;
