import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** Somebody of whom a line is looked for, later than a moment; `id` is the caller's own. */
export type LookedFor = { id: string; contactId: string; since: Date };
/** Lines of a type, about one of the things, or about anything. */
export type LineKind = { type: string; refIds: readonly string[] | null };

/**
 * When each of some people first did something after their moment, by the caller's id; who did not is not in it. A millisecond
 * after: a line has microseconds, a moment that was read from it has not, and nobody did something after itself.
 */
export async function firstActivities(
  ctx: Context,
  { type, refIds }: LineKind,
  people: readonly LookedFor[],
): Promise<Map<string, Date>> {
  if (people.length === 0 || refIds?.length === 0) return new Map();
  const { rows } = await sql<{ id: string; at: Date }>`
    select person.id, first.at from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ contactId }) => contactId)}::uuid[],
      ${people.map(({ since }) => since.toISOString())}::timestamptz[]) as person (id, contact_id, since)
    cross join lateral (
      select happened_at as at from contact_activity
      where organization_id = ${ctx.organizationId}::uuid and contact_id = person.contact_id
        and happened_at >= person.since + interval '1 millisecond' and type = ${type}
        and ${refIds === null ? sql`true` : sql`ref_id = any(${refIds}::uuid[])`}
      order by happened_at limit 1
    ) first`.execute(ctx.db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
