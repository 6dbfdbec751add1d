import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { findLinkKeys, type LinkKeyRow, openLinkKeys } from '../../platform/tracking/link-keys.ts';
import type { LinkKey } from '../../platform/tracking/mac.ts';
import { type OptOutPurpose, readOptOut } from '../../platform/tracking/opt-out-token.ts';
import { keyIdIn, type Purpose, readToken } from '../../platform/tracking/token.ts';
import type { MailCopy } from './copy.ts';

/** Milliseconds between two questions for keys the copy does not know, whatever strangers bring. */
const lookMs = 1_000;

type Parts = { database: Database; copy: MailCopy; secrets: Secrets; log: Log; isClosed: () => boolean };

/** The keys of all links there are, in the clear in memory alone. */
export function createKeyRing({ database, copy, secrets, log, isClosed }: Parts) {
  let rows: readonly LinkKeyRow[] = [];
  let keys: readonly LinkKey[] = [];
  let unreadable: ReadonlySet<number> = new Set();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let nextLook: Promise<boolean> | undefined;

  function open(found: readonly LinkKeyRow[]): void {
    const opened = openLinkKeys(secrets, found);
    [rows, keys, unreadable] = [found, opened.keys, new Set(opened.unreadable.map(({ id }) => id))];
    for (const { id, error } of opened.unreadable)
      log.error(
        { linkKey: id, secretKey: error.keyId, reason: error.reason },
        'links signed with this key answer 503: add the SECRET_KEY it was encrypted under to SECRET_KEY_PREVIOUS and restart',
      );
  }

  /** A key comes back under another SECRET_KEY when secrets are rotated, so the bytes are compared. */
  async function refresh(): Promise<void> {
    const found = await findLinkKeys(database.edge);
    if (isClosed() || isSame(rows, found)) return;
    copy.takeKeys(found);
    open(found);
  }

  function refusal(token: string): null | 'unreadable' | undefined {
    const keyId = keyIdIn(token);
    if (keyId !== undefined && unreadable.has(keyId)) return 'unreadable';
    const newest = rows.at(-1)?.id ?? 0;
    // Keys are numbered one by one, so only the next few can be new.
    return keyId !== undefined && keyId > newest && keyId <= newest + 3 ? undefined : null;
  }

  open(copy.keys());
  return {
    all: () => keys,
    unreadable: () => unreadable,
    refresh,
    /** One look for all who wait for it; false when nobody could be asked. */
    look(): Promise<boolean> {
      nextLook ??= pause(Math.max(0, lookedAt + lookMs - performance.now())).then(() => {
        lookedAt = performance.now();
        nextLook = undefined;
        return refresh().then(
          () => true,
          () => false,
        );
      });
      return nextLook;
    },
    /** Undefined when the token's key may be a new one. */
    read: (token: string, purpose: Purpose) => readToken(keys, token, purpose) ?? refusal(token),
    readOptOut: (token: string, purpose: OptOutPurpose) => readOptOut(keys, token, purpose) ?? refusal(token),
  };
}

const isSame = (known: readonly LinkKeyRow[], found: readonly LinkKeyRow[]): boolean =>
  found.every(({ id, secret }) => known.some((row) => row.id === id && row.secret.equals(secret)));
