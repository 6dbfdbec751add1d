import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';

/** Every organization has somebody who signs in; nothing else of the installation names them all. */
export async function findOrganizationIds(directory: Db): Promise<string[]> {
  const rows = await directory.selectFrom('directory.users').select('organization_id').distinct().execute();
  return rows.map(({ organization_id }) => organization_id);
}

const atOnce = 2_000;

/** Forgets some changes nobody can undo any more, and the activity, notes, tasks and touches of contacts they deleted. What those bought stays without their name; answers whether there may be more. */
export async function purgeSome(ctx: Context): Promise<boolean> {
  const { rows } = await sql<{ forgotten: string }>`
    with old as (
      select batch_month, batch_id, contact_id, change from contact_changes
      where organization_id = ${ctx.organizationId} and batch_id in (
        select id from contact_batches
        where organization_id = ${ctx.organizationId} and undo_until < now() and state not in ('running', 'undoing'))
      limit ${atOnce}
    ), gone as materialized (
      select contact_id from old where change = 'deleted' and not exists (
        select from contacts where organization_id = ${ctx.organizationId} and contacts.id = old.contact_id)
    ), silenced as (
      delete from contact_activity where organization_id = ${ctx.organizationId} and contact_id in (select contact_id from gone)
    ), unnoted as (
      delete from contact_notes where organization_id = ${ctx.organizationId} and contact_id in (select contact_id from gone)
    ), undone as (
      delete from contact_tasks where organization_id = ${ctx.organizationId} and contact_id in (select contact_id from gone)
    ), unnamed as (
      update purchases set contact_id = null, order_name = null, description = null
      where organization_id = ${ctx.organizationId} and contact_id in (select contact_id from gone)
    ), untouched as (
      delete from contact_touches where organization_id = ${ctx.organizationId} and contact_id in (select contact_id from gone)
    ), forgotten as (
      delete from contact_changes where organization_id = ${ctx.organizationId}
        and (batch_month, batch_id, contact_id) in (select batch_month, batch_id, contact_id from old)
      returning 1
    )
    select count(*) as forgotten from forgotten`.execute(ctx.db);
  return Number(rows[0]?.forgotten) === atOnce;
}
