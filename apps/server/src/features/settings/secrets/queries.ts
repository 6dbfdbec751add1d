import { sql } from 'kysely';
import type { Database, Db } from '#platform/database/database.ts';

type Tenant = { db: Db; organizationId: string };

/** Every organization that may have stored a secret of sending. */
export async function findOrganizationsWithSecrets({ sweep }: Database): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from sending_domains union select organization_id from smtp_connections order by 1`.execute(
    sweep,
  );
  return rows.map(({ organization_id }) => organization_id);
}

/** Retired ones too: an old mail may still be looked into, and nothing may stay under a key that is taken away. */
export const findDkimSecrets = ({ db, organizationId }: Tenant) =>
  db
    .selectFrom('dkim_keys')
    .select(['id', 'private_key as sealed'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();

export const replaceDkimSecret = async (ctx: Tenant, id: string, before: Buffer, fresh: Buffer): Promise<boolean> =>
  (await ctx.db
    .updateTable('dkim_keys')
    .set({ private_key: fresh })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('private_key', '=', before)
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const findConnectionSecrets = ({ db, organizationId }: Tenant) =>
  db
    .selectFrom('smtp_connections')
    .select(['id', 'secret', 'events_secret'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();

/** `updated_at` stays: nothing that a campaign under way uses has changed. */
export const replaceConnectionSecret = async (
  ctx: Tenant,
  id: string,
  column: 'secret' | 'events_secret',
  { before, fresh }: { before: Buffer; fresh: Buffer },
): Promise<boolean> =>
  (await ctx.db
    .updateTable('smtp_connections')
    .set({ [column]: fresh })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where(column, '=', before)
    .returning('id')
    .executeTakeFirst()) !== undefined;
