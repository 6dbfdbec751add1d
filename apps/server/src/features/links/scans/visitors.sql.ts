import { metric } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

type Days = { from: string; to: string };

/** Scans by people on these days, and visitors: each counted once a day and code. Of all codes that were scanned, or of one. */
export async function countVisitors(ctx: Context, { from, to }: Days, qrCodeId: string | undefined) {
  const clientId = activeClient(ctx);
  const { scans, newVisitors } = metric.scan;
  const { rows } = await sql<{ codes: number; scans: number; visitors: number }>`
    select (count(distinct subject_id) filter (where metric = ${scans}))::int as codes,
      coalesce(sum(total) filter (where metric = ${scans}), 0)::float8 as scans,
      coalesce(sum(total) filter (where metric = ${newVisitors}), 0)::float8 as visitors
    from stat_days
    where organization_id = ${ctx.organizationId}::uuid and metric in (${scans}, ${newVisitors}) and part = 'all'
      and day between ${from}::date and ${to}::date
      and subject_id in (
        select id from qr_codes where organization_id = ${ctx.organizationId}::uuid
          and ${clientId === null ? sql`true` : sql`client_id = ${clientId}::uuid`}
          and ${qrCodeId === undefined ? sql`true` : sql`id = ${qrCodeId}::uuid`})`.execute(ctx.db);
  return rows[0]!;
}
