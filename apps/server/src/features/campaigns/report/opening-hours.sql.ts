import { type Bucket, findWeekOfMany, metric } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { sentFigures } from './sent-figures.sql.ts';

/** By weekday (1 is Monday) and hour of the organization's clock: people who opened an email of a campaign whose sending began in the span. */
export async function findOpeningHours(ctx: Context, span: Bucket, timezone: string) {
  const { rows } = await sql<{ id: string }>`
    select id from (${sentFigures(ctx)}) as campaign
    where sent_at >= ${instant(span.from)}::timestamptz and sent_at < ${instant(span.to)}::timestamptz and opened > 0`.execute(
    ctx.db,
  );
  // An hour of a zone with half hours begins before the whole one in which sending began.
  const since = span.from - 3_600_000;
  const subjectIds = rows.map(({ id }) => id);
  return findWeekOfMany(ctx, metric.email.uniqueOpens, { subjectIds, since, timezone });
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
