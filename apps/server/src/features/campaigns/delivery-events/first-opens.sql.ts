import { type Bucket, metric, type Source } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

const { uniqueOpens } = metric.email;
const { firstOpens } = metric.total;

/**
 * Those whose opens count: neither deleted nor an email to one contact. Held in the order of their ids until the transaction ends, so that nobody deletes
 * one between this look and what is added for it.
 */
export async function holdCounted(ctx: Context, campaignIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from campaigns where organization_id = ${ctx.organizationId}::uuid and id = any(${campaignIds}::uuid[])
      and deleted_at is null and contact_id is null
    order by id for no key update`.execute(ctx.db);
  return new Set(rows.map(({ id }) => id));
}

export async function sumFirstOpens(ctx: Context, campaignId: string) {
  const { rows } = await sql<{ clientId: string | null; at: Date; total: number }>`
    select client_id as "clientId", hour as at, sum(total)::float8 as total from stat_hours
    where organization_id = ${ctx.organizationId}::uuid and subject_id = ${campaignId}::uuid and metric = ${uniqueOpens}
    group by 1, 2`.execute(ctx.db);
  return rows;
}

/** When people opened, as the hours of campaigns say: those are compared with the delivery events themselves. */
export const firstOpenTotals = (ctx: Context, span: Bucket): Source => ({
  metrics: [firstOpens],
  span,
  counted: sql`
    select stat_hours.client_id, ${firstOpens}::smallint as metric, hour as at, sum(total)::bigint as total
    from stat_hours join campaigns on campaigns.organization_id = stat_hours.organization_id and campaigns.id = stat_hours.subject_id
    where stat_hours.organization_id = ${ctx.organizationId}::uuid and metric = ${uniqueOpens} and deleted_at is null and contact_id is null
      and hour >= ${instant(span.from)}::timestamptz and hour < ${instant(span.to)}::timestamptz
    group by 1, 3`,
});

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
