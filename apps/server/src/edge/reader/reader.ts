import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import type { OptOutClaims } from '../../platform/tracking/opt-out-token.ts';
import { findReader, findTopics } from './queries.ts';

/** What a page says about whoever reads it. */
export type Reader = {
  /** Such as `h…@example.com`: whoever finds the link learns no address. */
  maskedAddress: string;
  /** Milliseconds since 1970; null for whoever takes no break. */
  pausedUntil: number | null;
};

/** What a reader may be sent or not, and what they said of it so far. */
export type PageTopic = { id: string; name: string; description: string; optedOut: boolean };

export type Readers = {
  of(claims: { organizationId: string; sendId: string }): Promise<Reader | null>;
  /** Null while nobody can be asked: without the reader's own choices a list would invite to lose them. */
  topics(claims: OptOutClaims): Promise<PageTopic[] | null>;
};

/** Milliseconds a page waits for the database. It is whole without an answer. */
const patienceMs = 400;
/** Questions to the database at a time, whatever strangers try. */
const mostAtOnce = 20;

export function createReaders(database: Database): Readers {
  let underWay = 0;

  async function counted<Answer>(ask: () => Promise<Answer | null>): Promise<Answer | null> {
    underWay += 1;
    try {
      return await ask();
    } catch {
      return null;
    } finally {
      underWay -= 1;
    }
  }

  async function inTime<Answer>(ask: () => Promise<Answer | null>): Promise<Answer | null> {
    if (underWay >= mostAtOnce) return null;
    return Promise.race([counted(ask), pause(patienceMs, null, { ref: false })]);
  }

  return {
    of: (claims) =>
      inTime(async () => {
        const row = await findReader(database, claims);
        return row ? { maskedAddress: row.maskedAddress, pausedUntil: row.pausedUntil?.getTime() ?? null } : null;
      }),
    topics: (claims) => inTime(() => findTopics(database, claims)),
  };
}
