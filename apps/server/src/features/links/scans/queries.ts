import { metric } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { prepared } from '#platform/database/scoped-query.ts';
import type { CodeRow } from './tally.ts';

type CodeOwner = { id: string; client_id: string | null; timezone: string };

/**
 * The codes that still exist, held until the transaction ends: who deletes one waits, and then finds all its figures. In
 * the order of ids, so that nobody who locks several can cross.
 */
export async function lockCodes(ctx: Context, ids: string[]): Promise<Map<string, CodeOwner>> {
  const { rows } = await sql<CodeOwner>`
    select code.id, code.client_id, organization.timezone from qr_codes code
    join organizations organization on organization.id = code.organization_id
    where code.organization_id = ${ctx.organizationId} and code.id = any(${ids}::uuid[])
    order by code.id for no key update of code ${prepared}`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The caller holds the codes. */
export async function addToCodes(ctx: Context, codes: readonly CodeRow[]): Promise<void> {
  if (codes.length === 0) return;
  await sql`
    update qr_codes code set scans = code.scans + added.scans, last_scan_at = greatest(code.last_scan_at, added.last_scan_at)
    from unnest(
      ${codes.map(({ subjectId }) => subjectId)}::uuid[], ${codes.map(({ scans }) => scans)}::bigint[],
      ${codes.map(({ lastScanAt }) => new Date(lastScanAt).toISOString())}::timestamptz[]
    ) added (id, scans, last_scan_at)
    where code.organization_id = ${ctx.organizationId} and code.id = added.id ${prepared}`.execute(ctx.db);
}

/** The count of a code is the sum of its days, which outlive the events. Null sets every code. */
export async function setCodes(ctx: Context, codeIds: readonly string[] | null): Promise<void> {
  await sql`
    update qr_codes code set scans = counted.scans, last_scan_at = counted.last_scan_at
    from (
      select id as subject_id,
        (select coalesce(sum(total), 0) from stat_days day where day.organization_id = code.organization_id
          and day.subject_id = code.id and metric = ${metric.scan.scans} and part = 'all') as scans,
        (select max(happened_at) from engagement_events event where event.organization_id = code.organization_id
          and event.subject_id = code.id and kind = 'scanned' and label = 'human') as last_scan_at
      from qr_codes code where organization_id = ${ctx.organizationId}
    ) counted
    where code.organization_id = ${ctx.organizationId} and code.id = counted.subject_id
      and (code.scans, code.last_scan_at) is distinct from (counted.scans, counted.last_scan_at)
      ${codeIds === null ? sql`` : sql`and subject_id = any(${codeIds}::uuid[])`}`.execute(ctx.db);
}

/** Of a code nobody has scanned, null. */
export async function findLastScan(ctx: Context, codeId: string): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('qr_codes')
    .select('last_scan_at')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', codeId)
    .executeTakeFirst();
  return row?.last_scan_at ?? null;
}
