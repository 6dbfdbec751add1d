import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { type Days, scanRows } from './scan-days.sql.ts';

/** Scans by people on these days, and visitors: each counted once a day and code. Of all codes that were scanned, or of one. */
export async function countVisitors(ctx: Context, days: Days, qrCodeId: string | undefined) {
  const { rows } = await sql<{ codes: number; scans: number; visitors: number }>`
    select (count(*) filter (where scans > 0))::int as codes, coalesce(sum(scans), 0)::float8 as scans, (
      select coalesce(sum(total), 0)::float8 from (${scanRows(ctx, 'newVisitors', days, qrCodeId)}) as part
    ) as visitors
    from (select sum(total) as scans from (${scanRows(ctx, 'scans', days, qrCodeId)}) as part group by subject_id) as code`.execute(
    ctx.db,
  );
  return rows[0]!;
}
