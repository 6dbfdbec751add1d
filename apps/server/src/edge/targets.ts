import { publicAddress } from '@waggle/contracts/web-address';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { createLookups } from './lookups.ts';
import { type TargetRow } from './queries.ts';
import { keepFresh } from './refresh.ts';
import { createCache } from './target-cache.ts';
import { openTargetCopy } from './target-copy.ts';

export type Target = {
  organizationId: string;
  clientId: string | null;
  refId: string;
  /** Where to send people; null when nobody may be sent there any more. */
  location: string | null;
};

export type Targets = {
  /** From memory or from the copy on disk. */
  find(shortCode: string): Target | undefined;
  /** Asks the database for a code the copy does not have. `unavailable` when it cannot be asked now. */
  ask(shortCode: string): Promise<Target | 'unknown' | 'unavailable'>;
  /** Whether the copy has been whole once, so that it can answer alone. */
  isComplete(): boolean;
  close(): Promise<void>;
};

export function openTargets(config: Config, database: Database, log: Log): Targets {
  const copy = openTargetCopy(config.EDGE_DATA, log);
  const cache = createCache<Target>();

  function take(rows: readonly TargetRow[], asked: readonly string[]): void {
    copy.take(rows, asked);
    for (const shortCode of asked) cache.delete(shortCode);
    for (const { shortCode } of rows) {
      cache.delete(shortCode);
      lookups.forget(shortCode);
    }
  }

  function find(shortCode: string): Target | undefined {
    const known = cache.get(shortCode);
    if (known !== undefined) return known;
    const row = copy.find(shortCode);
    if (row === undefined) return undefined;
    const target = toTarget(row);
    cache.set(shortCode, target);
    return target;
  }

  const fresh = keepFresh({ database, copy, take }, config, log);
  const lookups = createLookups(fresh.fetch);

  return {
    find,
    async ask(shortCode) {
      const asked = await lookups.ask(shortCode);
      return asked === 'answered' ? (find(shortCode) ?? 'unknown') : asked;
    },
    isComplete: () => copy.isComplete(),
    async close() {
      await fresh.close();
      copy.close();
    },
  };
}

/** Looked at once more before anybody is sent there: rules may have become stricter since it was stored. */
const toTarget = ({ organizationId, clientId, refId, targetUrl, isActive }: TargetRow): Target => ({
  organizationId,
  clientId,
  refId,
  location: isActive && targetUrl !== null ? publicAddress(targetUrl) : null,
});
