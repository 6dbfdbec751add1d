import type { Database } from '#platform/database/database.ts';
import type { Secrets } from '#platform/secrets.ts';
import { type StoredSecret, storedSecret } from '#platform/stored-secret.ts';
import { findOrganizationsWithShops, findShopSecrets, replaceShopSecret } from './queries.ts';

/** What shops sign with, organization by organization, each behind its own wall. */
export async function* shopSecrets({ database, secrets }: { database: Database; secrets: Secrets }) {
  for (const organizationId of await findOrganizationsWithShops(database)) {
    const ctx = { db: database.tenant({ organizationId }), organizationId };
    for (const { id, sealed } of await findShopSecrets(ctx))
      yield storedSecret(
        secrets,
        { purpose: 'shop', owner: organizationId },
        { kind: 'shop secret', id, organizationId, sealed },
        (fresh) => replaceShopSecret(ctx, id, sealed, fresh),
      ) satisfies StoredSecret;
  }
}
