import type { Channel } from '@waggle/contracts/contacts';
import { liftableReasons, type SuppressionReason, type SuppressionSource } from '@waggle/contracts/suppressions';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import type { LiftedEntry, SuppressedEntry } from '#platform/installation/entries.ts';
import { isReadable, type Secrets } from '#platform/secrets.ts';
import { hasKey, organizationIsThere } from '../privacy/queries.ts';
import { holdContacts } from '../queries.ts';
import * as queries from './journal.sql.ts';
import { liftAt } from './lift/lift.ts';
import { makeKey, type Target } from './queries.ts';
import { ensureAddressKey, suppressMany } from './suppressions.ts';

type Parts = { database: Database; secrets: Secrets };

/** Seconds of a statement that looks for hashes among all contacts. */
const scanSeconds = 60;

/** Suppresses again what a restored database has forgotten, unless somebody took it back later. Told twice it is once. */
export async function suppressAgain({ database, secrets }: Parts, entry: SuppressedEntry): Promise<void> {
  const ctx = await contextOf(database, entry);
  if (!ctx) return;
  await withStatementTimeout(ctx, scanSeconds, async (ctx) => {
    await holdContacts(ctx);
    const at = new Date(entry.at);
    const targets = await targetsOf(ctx, secrets, entry, at);
    if (targets.length > 0)
      await suppressMany(ctx, entry.channel as Channel, targets, {
        reason: entry.reason as SuppressionReason,
        source: entry.source as SuppressionSource,
        sourceId: entry.sourceId,
        clientId: entry.clientId,
        at,
      });
  });
}

/** The addresses of the contacts it was about, which an index finds, and the hashes of everybody else. */
async function targetsOf(ctx: Context, secrets: Secrets, entry: SuppressedEntry, at: Date): Promise<Target[]> {
  const { channel, contactIds } = entry;
  const key = keyIn(secrets, entry);
  if (key) await makeKey(ctx, key);
  const hashes = hashesIn(entry);
  const known = await queries.findAddresses(ctx, channel, contactIds);
  const named = known.filter(({ hash }) => hash !== null && isAmong(hashes, hash));
  // Hashes of another key say nothing to this database. Contacts are then known by their ids.
  const isOwnKey = key ? await hasKey(ctx, key) : named.length > 0;
  if (!isOwnKey) return known.map(({ address }) => address);
  const binding = await queries.findStillBinding(ctx, entry, hashes, at);
  const nameless = binding.filter((hash) => !named.some((one) => one.hash.equals(hash)));
  return [...named.filter(({ hash }) => isAmong(binding, hash)).map(({ address }) => address), ...nameless];
}

/** Takes back again what the team took back after the backup. What the contact said meanwhile stands. */
export async function liftAgain({ database }: Pick<Parts, 'database'>, entry: LiftedEntry): Promise<void> {
  const ctx = await contextOf(database, entry);
  if (!ctx) return;
  await withStatementTimeout(ctx, scanSeconds, async (ctx) => {
    await holdContacts(ctx);
    await ensureAddressKey(ctx);
    const [at, hashes] = [new Date(entry.at), hashesIn(entry)];
    for (const id of await queries.findLiftable(ctx, entry, { hashes, at, reasons: liftableReasons }))
      await liftAt(ctx, id, { at, revives: entry.revives });
    await queries.insertLifted(ctx, entry, hashes, at);
  });
}

const hashesIn = ({ hashes }: SuppressedEntry | LiftedEntry): Buffer[] =>
  hashes.map((hash) => Buffer.from(hash, 'base64url'));
const isAmong = (hashes: readonly Buffer[], hash: Buffer): boolean => hashes.some((one) => one.equals(hash));

function keyIn(secrets: Secrets, { organizationId, key }: SuppressedEntry): Buffer | null {
  const sealed = Buffer.from(key, 'base64url');
  const place = { purpose: 'journal', owner: organizationId } as const;
  return isReadable(secrets, place, sealed) ? Buffer.from(secrets.decrypt(place, sealed), 'base64') : null;
}

/** As whoever did it saw the organization. Null where it, or the client, was made after the backup: nothing of it is left. */
async function contextOf(
  database: Database,
  { organizationId, clientId }: Pick<SuppressedEntry, 'organizationId' | 'clientId'>,
): Promise<Context | null> {
  const ctx: Context = {
    db: database.tenant({ organizationId, clientLimit: clientId }),
    organizationId,
    actor: { kind: 'job', name: 'contacts.suppress-again', clientLimit: clientId },
    now: () => new Date(),
  };
  if (!(await organizationIsThere(ctx))) return null;
  return clientId === null || (await queries.isClientThere(ctx, clientId)) ? ctx : null;
}
