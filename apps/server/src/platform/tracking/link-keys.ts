import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { type Secrets, UnreadableSecretError } from '../secrets.ts';
import { type StoredSecret, storedSecret } from '../stored-secret.ts';
import type { LinkKey } from './mac.ts';

export type LinkKeys = {
  /** Every key this process can read, newest last: an old link must open for years. */
  all(): Promise<readonly LinkKey[]>;
  /** The one new links are signed with; the first is made when somebody asks for it. */
  newest(): Promise<LinkKey>;
  /** Whether links may carry the hash of an address: edges of the version before refuse those, and are given a day to be replaced. */
  mayCarryHash(): Promise<boolean>;
};

const linkKeyPlace = { purpose: 'link', owner: 'installation' } as const;
/** Milliseconds a process trusts what it has read; a rotated key is used everywhere within this time. */
const trustMs = 60_000;

export function createLinkKeys(db: Db, secrets: Secrets): LinkKeys {
  let known: (OpenedLinkKeys & { until: number }) | undefined;

  async function read(): Promise<OpenedLinkKeys> {
    if (known && known.until > performance.now()) return known;
    const opened = openLinkKeys(secrets, await findLinkKeys(db));
    if (opened.keys.length > 0) known = { ...opened, until: performance.now() + trustMs };
    return opened;
  }

  return {
    all: async () => (await read()).keys,
    async newest() {
      const { keys, unreadable } = await read();
      const last = keys.at(-1);
      if (last) return last;
      // A key made under a wrong SECRET_KEY would sign links that no other process can check.
      if (unreadable[0]) throw unreadable[0].error;
      await addFirstLinkKey(db, secrets);
      return (await read()).keys.at(-1)!;
    },
    async mayCarryHash() {
      const { rows } = await sql<{ may: boolean }>`
        select coalesce(max(hash_from) <= now(), true) as may from link_keys`.execute(db);
      return rows[0]?.may ?? true;
    },
  };
}

/** Encrypted, as the database has it. */
export type LinkKeyRow = { id: number; secret: Buffer };
export type OpenedLinkKeys = { keys: LinkKey[]; unreadable: { id: number; error: UnreadableSecretError }[] };

export const findLinkKeys = (db: Db): Promise<LinkKeyRow[]> =>
  db.selectFrom('link_keys').select(['id', 'secret']).orderBy('id').execute();

/** A key that cannot be read costs the links it signed, and nothing else. */
export function openLinkKeys(secrets: Secrets, rows: readonly LinkKeyRow[]): OpenedLinkKeys {
  const opened: OpenedLinkKeys = { keys: [], unreadable: [] };
  for (const { id, secret } of rows) {
    try {
      opened.keys.push({ id, secret: Buffer.from(secrets.decrypt(linkKeyPlace, secret), 'base64') });
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      opened.unreadable.push({ id, error });
    }
  }
  return opened;
}

/** The keys of links as a rotation of SECRET_KEY sees them; what they sign with stays the same. */
export async function* linkKeySecrets(db: Db, secrets: Secrets): AsyncGenerator<StoredSecret> {
  for (const { id, secret: sealed } of await findLinkKeys(db))
    yield storedSecret(
      secrets,
      linkKeyPlace,
      { kind: 'link key', id: String(id), organizationId: null, sealed },
      async (fresh) =>
        (await db
          .updateTable('link_keys')
          .set({ secret: fresh })
          .where('id', '=', id)
          .where('secret', '=', sealed)
          .returning('id')
          .executeTakeFirst()) !== undefined,
    );
}

const newSecret = (secrets: Secrets): Buffer => secrets.encrypt(linkKeyPlace, randomBytes(32).toString('base64'));

/**
 * Always number 1, so that all who find no key and make one at the same time make the same. No link exists yet that an
 * older edge could refuse, so hashes are carried from ever on: 'from now on' came too late for whoever asked just before.
 */
async function addFirstLinkKey(db: Db, secrets: Secrets): Promise<void> {
  await sql`insert into link_keys (id, secret, hash_from) values (1, ${newSecret(secrets)}, '-infinity')
    on conflict do nothing`.execute(db);
}

/** Links made from now on are signed with a new key; two that do this at once make one. */
export async function addLinkKey(db: Db, secrets: Secrets): Promise<void> {
  const secret = newSecret(secrets);
  await sql`insert into link_keys (id, secret, hash_from)
    select coalesce(max(id), 0) + 1, ${secret}, coalesce(max(hash_from), '-infinity') from link_keys
    on conflict do nothing`.execute(db);
}
