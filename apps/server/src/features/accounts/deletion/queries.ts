import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/** False when it was marked before: somebody was faster. */
export async function markDeleting(db: Db, organizationId: string): Promise<boolean> {
  const marked = await db
    .updateTable('organizations')
    .set({ deleting_since: sql<Date>`now()` })
    .where('id', '=', organizationId)
    .where('deleting_since', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** `living` for an organization nobody deleted, `gone` without a row, else for how many seconds it has been marked. */
export async function findDeletion(db: Db, organizationId: string): Promise<'living' | 'gone' | number> {
  const row = await db
    .selectFrom('organizations')
    .select(sql<number | null>`extract(epoch from clock_timestamp() - deleting_since)::float8`.as('seconds'))
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row === undefined ? 'gone' : (row.seconds ?? 'living');
}

/** Pauses campaigns, withdraws invitations and ends some public links; answers how many of those. */
export async function stopOrganization(db: Db, organizationId: string, most: number): Promise<number> {
  const { rows } = await sql<{ ended: string }>`
    select stop_organization(${organizationId}::uuid, ${most}::int) as ended`.execute(db);
  return Number(rows[0]!.ended);
}

/** Call with the sign-in tables open. Passwords, second factors, sessions and memberships go with the person; triggers announce the sessions. */
export async function deletePeople(directory: Db, organizationId: string): Promise<void> {
  const people = await directory
    .deleteFrom('directory.users')
    .where('organization_id', '=', organizationId)
    .returning('id')
    .execute();
  const ids = people.map(({ id }) => id);
  if (ids.length > 0) await directory.deleteFrom('directory.verifications').where('value', 'in', ids).execute();
}

/** The row itself, and the few rows that only go with it. */
export const deleteOrganization = (db: Db, organizationId: string) =>
  db.deleteFrom('organizations').where('id', '=', organizationId).where('deleting_since', 'is not', null).execute();

/** Every organization that is being deleted. */
export const organizationsBeingDeleted = async (sweep: Db): Promise<string[]> =>
  (await sweep.selectFrom('organizations').select('id').where('deleting_since', 'is not', null).execute()).map(
    ({ id }) => id,
  );
