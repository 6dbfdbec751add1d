import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/**
 * The email each contact has now. One that was merged has that of the contact it became part of, a deleted one that with
 * which it would be brought back; who is not in the answer has none.
 */
export async function currentAddresses(ctx: Context, contactIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    with person as materialized (
      select given.id, coalesce(merged.contact_id, given.id) as contact_id from unnest(${contactIds}::uuid[]) given (id)
      left join contact_merges merged on merged.organization_id = ${ctx.organizationId}::uuid and merged.merged_id = given.id
    )
    select person.id, coalesce(contacts.email, deleted.email) as email from person
    left join contacts on contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = person.contact_id
    left join lateral (
      select was -> 'contact' ->> 'email' as email from contact_changes
      where organization_id = ${ctx.organizationId}::uuid and contact_id = person.contact_id and change = 'deleted'
      order by batch_month desc limit 1
    ) deleted on true
    where coalesce(contacts.email, deleted.email) is not null`.execute(ctx.db);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
