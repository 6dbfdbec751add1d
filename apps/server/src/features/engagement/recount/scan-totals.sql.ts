import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { metric } from '../metrics.ts';
import type { Bucket } from '../totals.sql.ts';
import type { Source } from './compare-totals.sql.ts';

/** Scans by people as the events say. */
export const scanTotals = (ctx: Context, span: Bucket): Source => ({
  metrics: [metric.scan.scans],
  span,
  counted: sql`
    select client_id, ${metric.scan.scans}::smallint as metric, date_bin('15 minutes', happened_at, timestamptz '2000-01-01 00:00:00+00') as at,
      count(*) as total
    from engagement_events
    where organization_id = ${ctx.organizationId}::uuid and kind = 'scanned' and label = 'human'
      and happened_at >= ${instant(span.from)}::timestamptz and happened_at < ${instant(span.to)}::timestamptz
    group by 1, 3`,
});

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
