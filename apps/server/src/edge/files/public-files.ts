import { setTimeout as pause } from 'node:timers/promises';
import { createBoundedCache } from '../../platform/bounded-cache.ts';
import { clientNetwork } from '../../platform/client-network.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { repeatEvery } from '../../platform/repeat-every.ts';
import { createObjectStores, smallBytes } from '../../platform/storage/object-stores.ts';
import { readContent } from '../../platform/storage/read-content.ts';
import { createLookups, type Outcome } from '../replica/lookups.ts';
import { type CopiedFile, openFileCopy } from './copy.ts';
import { forgetDeleted } from './forget-deleted.ts';
import { findPublicFile, readPublicContent } from './queries.ts';

/** Milliseconds for which a look at the database is trusted. A deleted file is gone after that. */
const trustMs = 15_000;
/** Milliseconds somebody waits for the database where the copy could answer, and for which one that did not answer is left alone. */
const patienceMs = 500;
const awayMs = 2_000;
/** Files whose last look is remembered. */
const mostLooks = 50_000;
/** Bytes on disk, for some thousand pictures of emails. */
const copyBytes = 256 * 1_024 * 1_024;
const walkMs = 3_600_000;

export type PublicFile = CopiedFile;

export type PublicFiles = {
  /**
   * What the address leads to. `unavailable` when neither the database nor the copy can say, `tooMany` when whoever asks
   * from `ip` asked for too many that the copy does not have.
   */
  find(token: string, ip?: string): Promise<PublicFile | 'unknown' | 'unavailable' | 'tooMany'>;
  /** The bytes of one that is not in the copy. Null when they are nowhere to be found. */
  read(file: PublicFile): Promise<Buffer | null>;
  close(): Promise<void>;
};

export function openPublicFiles(
  config: Config,
  database: Database,
  log: Log,
  now: () => number = Date.now,
): PublicFiles {
  const copy = openFileCopy(config.EDGE_DATA, log, copyBytes);
  const stores = createObjectStores(config);
  const looks = createBoundedCache<number>(mostLooks);
  let closed = false;
  let awayUntil = 0;

  const read = (file: Omit<PublicFile, 'content'>) =>
    readContent(stores, file, () => readPublicContent(database, file));

  /** What belongs to an address never changes, so for one in the copy it is enough that it is still there. */
  async function look(token: string): Promise<void> {
    const row = await findPublicFile(database, token);
    const isNew = row !== undefined && copy.find(token) === undefined;
    const content = isNew && row.bytes <= smallBytes ? await read(row) : null;
    if (closed) return;
    if (!row) copy.forget([token]);
    else if (isNew) copy.take({ ...row, content });
    else copy.touch(token);
    looks.set(token, now());
  }
  const lookups = createLookups(look, (token) => token, now);

  // A clock that is set back does not make a look last.
  const isFresh = (looked: number | undefined) => looked !== undefined && Math.abs(now() - looked) < trustMs;
  const find = (asked: Outcome, token: string) => {
    if (asked === 'answered') return (closed ? undefined : copy.find(token)) ?? 'unknown';
    return asked === 'spent' ? 'unavailable' : asked;
  };
  const networkOf = (ip: string | undefined) =>
    ip === undefined || config.UNSAFE_NO_RATE_LIMITS ? undefined : clientNetwork(ip);

  const walks = repeatEvery(walkMs, log, (signal) => forgetDeleted(database, copy, signal));

  return {
    read,
    async find(token, ip) {
      const known = copy.find(token);
      if (!known) return find(await lookups.ask(token, networkOf(ip)), token);
      if (now() < awayUntil || isFresh(looks.get(token))) return known;
      const asked = await Promise.race([lookups.ask(token), pause(patienceMs, 'unavailable' as const, { ref: false })]);
      if (asked === 'unavailable') awayUntil = now() + awayMs;
      return asked === 'answered' ? find(asked, token) : known;
    },
    async close() {
      closed = true;
      await walks.stop();
      copy.close();
    },
  };
}
