import { type StoredSecret, storedSecret } from '#platform/stored-secret.ts';
import type { Settings } from '../settings.ts';
import * as queries from './queries.ts';

type Parts = Pick<Settings, 'database' | 'secrets'>;

/** Signing keys and secrets of connections, organization by organization, each behind its own wall. */
export async function* settingsSecrets(settings: Parts): AsyncGenerator<StoredSecret> {
  for (const organizationId of await queries.findOrganizationsWithSecrets(settings.database)) {
    yield* dkimSecrets(settings, organizationId);
    yield* connectionSecrets(settings, organizationId);
  }
}

async function* dkimSecrets({ database, secrets }: Parts, organizationId: string): AsyncGenerator<StoredSecret> {
  const ctx = { db: database.tenant({ organizationId }), organizationId };
  for (const { id, sealed } of await queries.findDkimSecrets(ctx))
    yield storedSecret(
      secrets,
      { purpose: 'dkim', owner: organizationId },
      { kind: 'DKIM key', id, organizationId, sealed },
      (fresh) => queries.replaceDkimSecret(ctx, id, sealed, fresh),
    );
}

const columns = [
  { column: 'secret', kind: 'connection password', purpose: 'connection' },
  { column: 'events_secret', kind: 'provider events secret', purpose: 'provider-events' },
] as const;

async function* connectionSecrets({ database, secrets }: Parts, organizationId: string): AsyncGenerator<StoredSecret> {
  const ctx = { db: database.tenant({ organizationId }), organizationId };
  for (const row of await queries.findConnectionSecrets(ctx))
    for (const { column, kind, purpose } of columns) {
      const sealed = row[column];
      if (sealed)
        yield storedSecret(
          secrets,
          { purpose, owner: organizationId },
          { kind, id: row.id, organizationId, sealed },
          (fresh) => queries.replaceConnectionSecret(ctx, row.id, column, { before: sealed, fresh }),
        );
    }
}
