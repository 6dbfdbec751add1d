import { sql } from 'kysely';
import { findOrganizationIds } from '#features/contacts/index.ts';
import type { Database, Db } from '#platform/database/database.ts';
import type { Secrets } from '#platform/secrets.ts';
import { type StoredSecret, storedSecret } from '#platform/stored-secret.ts';

type Ctx = { db: Db; organizationId: string };

/** What webhooks are signed with, organization by organization, each behind its own wall. */
export async function* webhookSecrets({ database, secrets }: { database: Database; secrets: Secrets }) {
  for (const organizationId of await findOrganizationIds(database.directory)) {
    const ctx = { db: database.tenant({ organizationId }), organizationId };
    for (const { sealed } of await findSealed(ctx))
      yield storedSecret(
        secrets,
        { purpose: 'webhook', owner: organizationId },
        { kind: 'webhook secret', id: organizationId, organizationId, sealed },
        (fresh) => replaceSealed(ctx, sealed, fresh),
      ) satisfies StoredSecret;
  }
}

async function findSealed({ db, organizationId }: Ctx): Promise<{ sealed: Buffer }[]> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select secret as sealed from webhook_secrets where organization_id = ${organizationId}::uuid`.execute(db);
  return rows;
}

async function replaceSealed({ db, organizationId }: Ctx, before: Buffer, fresh: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update webhook_secrets set secret = ${fresh}
    where organization_id = ${organizationId}::uuid and secret = ${before} returning organization_id`.execute(db);
  return rows.length > 0;
}
