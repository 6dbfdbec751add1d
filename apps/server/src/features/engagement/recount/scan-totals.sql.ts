import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { metric } from '../metrics.ts';
import type { Bucket } from '../ranges.sql.ts';
import type { Source } from './compare-totals.sql.ts';

const { scans, newVisitors } = metric.scan;

/** Scans by people and new visitors as the events say. */
export const scanTotals = (ctx: Context, span: Bucket): Source => ({
  metrics: [scans, newVisitors],
  span,
  counted: sql`
    select client_id, counts.metric, date_bin('15 minutes', happened_at, timestamptz '2000-01-01 00:00:00+00') as at, count(*) as total
    from engagement_events cross join lateral (values (${scans}::smallint), (case when first_of_day then ${newVisitors}::smallint end)) counts (metric)
    where organization_id = ${ctx.organizationId}::uuid and kind = 'scanned' and label = 'human' and counts.metric is not null
      and happened_at >= ${instant(span.from)}::timestamptz and happened_at < ${instant(span.to)}::timestamptz
    group by 1, 2, 3`,
});

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
