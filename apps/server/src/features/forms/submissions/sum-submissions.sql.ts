import { type Bucket, bucketParts, partsOf } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** How many people sent each of these forms in the span, of those in sight that anybody sent. */
export async function sumSubmissions(
  ctx: Context,
  span: Bucket,
  formIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ form_id: string; submissions: number }>`
    select form_id, sum(sign * submissions)::float8 as submissions
    from ${bucketParts(partsOf(span, 0))}
    join form_sent on organization_id = ${ctx.organizationId}::uuid and form_id = any(${formIds}::uuid[])
      and form_sent.unit = part.unit and at >= part.starts and at < part.ends
    group by 1`.execute(ctx.db);
  return new Map(rows.map(({ form_id, submissions }) => [form_id, submissions]));
}
