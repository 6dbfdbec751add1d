import { metric, weekParts } from '#features/engagement/index.ts';
import { type RawBuilder, sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

/** Of the organization's calendar, both included. */
export type Days = { from: string; to: string };

/** Codes of the client that is shown, or all; `qrCodeId` is one of them. */
export const inSight = (ctx: Context, qrCodeId?: string) => {
  const clientId = activeClient(ctx);
  return sql`code.organization_id = ${ctx.organizationId}::uuid and (${clientId}::uuid is null or code.client_id = ${clientId}::uuid)
    ${qrCodeId === undefined ? sql`` : sql`and code.id = ${qrCodeId}::uuid`}`;
};

type Counted = 'scans' | 'newVisitors';

/** Written out, so that a plan may use the index of these rows alone. */
export const keptOf = (ctx: Context, counted: Counted, part: 'all' | 'week') =>
  sql`organization_id = ${ctx.organizationId}::uuid and metric = ${sql.lit(metric.scan[counted])} and part = ${sql.lit(part)}`;

/**
 * Rows of `subject_id` and `total` that add up to what codes in sight have on these days: weeks, and days at both ends. Those of a deleted
 * code are gone with it, so all codes need no look at their rows.
 */
export function scanRows(ctx: Context, counted: Counted, days: Days, qrCodeId?: string): RawBuilder<unknown> {
  const isAll = activeClient(ctx) === null && qrCodeId === undefined;
  const ofCodes = isAll ? sql`` : sql`and subject_id in (select id from qr_codes code where ${inSight(ctx, qrCodeId)})`;
  return sql.join(
    weekParts(days).map(
      ({ part, from, to, sign }) => sql`
        select subject_id, total::float8 * ${sql.lit(sign)} as total from stat_days
        where ${keptOf(ctx, counted, part)} and day >= ${from}::date and day < ${to}::date ${ofCodes}`,
    ),
    sql` union all `,
  );
}
