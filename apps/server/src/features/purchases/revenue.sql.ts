import { type Bucket, bucketParts, partsOf, sumRanges } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

export type Revenue = {
  touched: number;
  purchases: number;
  last: number;
  first: number;
  linear: number;
  position: number;
};

/** Of a code, a form or a campaign, over all time. */
export async function findRevenue(ctx: Context, subjectId: string): Promise<Revenue> {
  const clientId = activeClient(ctx);
  const { rows } = await sql<Revenue>`
    select coalesce(sum(touched_amount), 0)::float8 as touched, coalesce(sum(touched_purchases), 0)::float8 as purchases,
      coalesce(sum(last_amount), 0)::float8 as last, coalesce(sum(first_amount), 0)::float8 as first,
      coalesce(sum(linear_amount), 0)::float8 as linear, coalesce(sum(position_amount), 0)::float8 as position
    from revenue_totals
    where organization_id = ${ctx.organizationId}::uuid and ${clientId === null ? sql`client_id is null` : sql`client_id = ${clientId}::uuid`}
      and subject_id = ${subjectId}::uuid and unit = 'day'`.execute(ctx.db);
  return rows[0]!;
}

export type Shares = Pick<Revenue, 'last' | 'first' | 'linear' | 'position'>;
export type SourceRow = Shares & {
  kind: 'scan' | 'form' | 'click' | 'none';
  subjectId: string | null;
  name: string | null;
};

const ofClient = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return clientId === null ? sql`client_id is null` : sql`client_id = ${clientId}::uuid`;
};

/**
 * Each source of revenue in the span, most by last touch first; what nothing led to is a source without a subject. One of which all was given back is
 * none. A step of an automation sends by a campaign for each month and is one source, under the campaign that was made last. Emails to one contact are one
 * source without a subject: the name of each is its subject line, and the figures reach guests and readers of reports.
 */
export async function findRevenueSources(ctx: Context, span: Bucket): Promise<SourceRow[]> {
  const parts = partsOf(span, 0);
  const { rows } = await sql<SourceRow>`
    with summed as (
      select kind, subject_id, sum(sign * last_amount)::float8 as last, sum(sign * first_amount)::float8 as first,
        sum(sign * linear_amount)::float8 as linear, sum(sign * position_amount)::float8 as position
      from ${bucketParts(parts)}
      join revenue_totals on organization_id = ${ctx.organizationId}::uuid and ${ofClient(ctx)}
        and revenue_totals.unit = part.unit and at >= part.starts and at < part.ends
        and (subject_id is not null or kind = 'none')
      group by 1, 2
    ), sources as (
      select summed.kind, summed.last, summed.first, summed.linear, summed.position, campaigns.created_at as made_at,
        case when campaigns.contact_id is null then summed.subject_id end as subject_id,
        case when campaigns.contact_id is null then coalesce(campaigns.automation_id, summed.subject_id) end as source,
        coalesce(campaigns.step_id, '') as part, coalesce(
          (select name from qr_codes where organization_id = ${ctx.organizationId}::uuid and id = summed.subject_id and summed.kind = 'scan'),
          (select name from forms where organization_id = ${ctx.organizationId}::uuid and id = summed.subject_id and summed.kind = 'form'),
          case when campaigns.contact_id is null then campaigns.name end) as name
      from summed left join campaigns on campaigns.organization_id = ${ctx.organizationId}::uuid and campaigns.id = summed.subject_id
        and summed.kind = 'click' and campaigns.deleted_at is null
    ), grouped as (
      select kind, (array_agg(subject_id order by made_at desc nulls last, subject_id))[1] as "subjectId",
        (array_agg(name order by made_at desc nulls last, subject_id))[1] as name,
        sum(last) as last, sum(first) as first, sum(linear) as linear, sum(position) as position
      from sources group by kind, source, part
    )
    select * from grouped where last <> 0 or first <> 0 or linear <> 0 or position <> 0
    order by last desc, linear desc, "subjectId"`.execute(ctx.db);
  return rows;
}

/** What people paid in each bucket who touched something of the kind in the seven days before. */
export async function sumTouched(
  ctx: Context,
  kind: 'scan' | 'form' | 'click',
  buckets: readonly Bucket[],
): Promise<number[]> {
  const sums = await sumRanges(ctx, buckets, {
    kept: sql`
      revenue_totals where organization_id = ${ctx.organizationId}::uuid and ${ofClient(ctx)} and kind = ${kind} and subject_id is null`,
    key: sql`kind`,
    total: sql`touched_amount`,
  });
  return sums(kind);
}
