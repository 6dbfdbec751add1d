import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import { findReader } from './queries.ts';

/** What a page says about whoever reads it. */
export type Reader = {
  /** Such as `h…@example.com`: whoever finds the link learns no address. */
  maskedAddress: string;
  /** Milliseconds since 1970; null for whoever takes no break. */
  pausedUntil: number | null;
};

export type Readers = { of(claims: { organizationId: string; sendId: string }): Promise<Reader | null> };

/** Milliseconds a page waits for the database. It is whole without an answer. */
const patienceMs = 400;
/** Questions to the database at a time, whatever strangers try. */
const mostAtOnce = 20;

export function createReaders(database: Database): Readers {
  let underWay = 0;

  async function ask(claims: { organizationId: string; sendId: string }): Promise<Reader | null> {
    underWay += 1;
    try {
      const row = await findReader(database, claims);
      return row ? { maskedAddress: row.maskedAddress, pausedUntil: row.pausedUntil?.getTime() ?? null } : null;
    } catch {
      return null;
    } finally {
      underWay -= 1;
    }
  }

  return {
    async of(claims) {
      if (underWay >= mostAtOnce) return null;
      return Promise.race([ask(claims), pause(patienceMs, null, { ref: false })]);
    },
  };
}
