import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Secrets } from '../secrets.ts';
import type { LinkKey } from './mac.ts';

export type LinkKeys = {
  /** Every key there ever was, newest last: an old link must open for years. */
  all(): Promise<readonly LinkKey[]>;
  /** The one new links are signed with; the first is made when somebody asks for it. */
  newest(): Promise<LinkKey>;
};

const place = { purpose: 'link', owner: 'installation' } as const;
/** Milliseconds a process trusts what it has read; a rotated key is used everywhere within this time. */
const trustMs = 60_000;

export function createLinkKeys(db: Db, secrets: Secrets): LinkKeys {
  let known: { keys: LinkKey[]; until: number } | undefined;

  async function all(): Promise<LinkKey[]> {
    if (known && known.until > Date.now()) return known.keys;
    const rows = await db.selectFrom('link_keys').select(['id', 'secret']).orderBy('id').execute();
    const keys = rows.map((row) => openLinkKey(secrets, row));
    if (keys.length > 0) known = { keys, until: Date.now() + trustMs };
    return keys;
  }

  return {
    all,
    async newest() {
      const last = (await all()).at(-1);
      if (last) return last;
      await addLinkKey(db, secrets);
      return (await all()).at(-1)!;
    },
  };
}

export const openLinkKey = (secrets: Secrets, { id, secret }: { id: number; secret: Buffer }): LinkKey => ({
  id,
  secret: Buffer.from(secrets.decrypt(place, secret), 'base64'),
});

/** Links made from now on are signed with a new key; two that do this at once make one. */
export async function addLinkKey(db: Db, secrets: Secrets): Promise<void> {
  const secret = secrets.encrypt(place, randomBytes(32).toString('base64'));
  await sql`insert into link_keys (id, secret) select coalesce(max(id), 0) + 1, ${secret} from link_keys on conflict do nothing`.execute(
    db,
  );
}
