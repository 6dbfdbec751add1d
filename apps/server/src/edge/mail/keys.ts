import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { openLinkKey } from '../../platform/tracking/link-keys.ts';
import type { LinkKey } from '../../platform/tracking/mac.ts';
import { type Claims, keyIdIn, type Purpose, readToken } from '../../platform/tracking/token.ts';
import type { MailCopy } from './copy.ts';
import { findKeys } from './queries.ts';

/** Milliseconds between two questions for keys the copy does not know, whatever strangers bring. */
const lookMs = 1_000;

type Parts = { database: Database; copy: MailCopy; secrets: Secrets; isClosed: () => boolean };

/** The keys of all links there are, in the clear in memory alone. */
export function createKeyRing({ database, copy, secrets, isClosed }: Parts) {
  let keys: readonly LinkKey[] = copy.keys().map((row) => openLinkKey(secrets, row));
  let lookedAt = 0;
  let nextLook: Promise<boolean> | undefined;

  async function refresh(): Promise<void> {
    const rows = await findKeys(database);
    if (isClosed() || rows.every(({ id }) => keys.some((key) => key.id === id))) return;
    copy.takeKeys(rows);
    keys = rows.map((row) => openLinkKey(secrets, row));
  }

  return {
    all: () => keys,
    refresh,
    /** One look for all who wait for it; false when nobody could be asked. */
    look(): Promise<boolean> {
      nextLook ??= pause(Math.max(0, lookedAt + lookMs - Date.now())).then(() => {
        lookedAt = Date.now();
        nextLook = undefined;
        return refresh().then(
          () => true,
          () => false,
        );
      });
      return nextLook;
    },
    /** Undefined when the token's key may be a new one. */
    read(token: string, purpose: Purpose): Claims | null | undefined {
      const claims = readToken(keys, token, purpose);
      if (claims) return claims;
      const keyId = keyIdIn(token);
      const newest = keys.at(-1)?.id ?? 0;
      // Keys are numbered one by one, so only the next few can be new.
      return keyId !== undefined && keyId > newest && keyId <= newest + 3 ? undefined : null;
    },
  };
}
