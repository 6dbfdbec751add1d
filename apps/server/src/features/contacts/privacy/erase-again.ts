import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import type { ErasureEntry } from '#platform/installation/entries.ts';
import { isReadable, type Secrets } from '#platform/secrets.ts';
import { holdContacts } from '../queries.ts';
import { isClientThere } from '../suppression/journal.sql.ts';
import { makeKey } from '../suppression/queries.ts';
import { suppressMany } from '../suppression/suppressions.ts';
import { eraseAddress } from './erasure.ts';
import * as queries from './queries.ts';

type Parts = { database: Database; secrets: Secrets };

/** Erases again whom a restored database has brought back: by id, and by the hash of the address, which may have another id there. */
export async function eraseAgain({ database, secrets }: Parts, entry: ErasureEntry): Promise<void> {
  const { organizationId, clientId, contactIds } = entry;
  const sealed = Buffer.from(entry.key, 'base64');
  const place = { purpose: 'journal', owner: organizationId } as const;
  // Under a SECRET_KEY that is gone the hashes say nothing; most people are found by their id.
  const key = isReadable(secrets, place, sealed) ? Buffer.from(secrets.decrypt(place, sealed), 'base64') : null;
  const hashes = entry.hashes.map((hash) => Buffer.from(hash, 'base64'));
  const ctx: Context = {
    db: database.tenant({ organizationId, clientLimit: clientId }),
    organizationId,
    actor: { kind: 'job', name: 'contacts.erase-again', clientLimit: clientId },
    now: () => new Date(),
  };
  if (!(await queries.organizationIsThere(ctx))) return;
  // A client that was made after the backup has nobody there.
  if (clientId !== null && !(await isClientThere(ctx, clientId))) return;
  await withStatementTimeout(ctx, 60, (ctx) => erase(ctx, contactIds, key && { hashes, key }));
}

async function erase(ctx: Context, contactIds: string[], hashed: queries.Hashed | null): Promise<void> {
  await holdContacts(ctx);
  // An organization that had suppressed nobody yet has lost its key, and would make another.
  if (hashed) await makeKey(ctx, hashed.key);
  for (const email of await queries.addressesOf(ctx, contactIds, hashed)) await eraseAddress(ctx, email);
  // Whoever brings the address back brings it opted out, also where the restored database has no contact with it.
  if (hashed && (await queries.hasKey(ctx, hashed.key)))
    await suppressMany(ctx, 'email', hashed.hashes, { reason: 'erased', source: 'erasure' });
}
