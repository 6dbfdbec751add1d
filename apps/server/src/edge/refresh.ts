import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { listen } from '../platform/notices.ts';
import { createTurns, type Turns } from '../platform/turns.ts';
import {
  type ChangedRow,
  findTargets,
  minutesAgo,
  targetsAfter,
  targetsChangedAfter,
  type TargetRow,
} from './queries.ts';
import type { TargetCopy } from './target-copy.ts';

/** Rows taken in at once: a few milliseconds in which nobody is answered. */
const pageSize = 1_000;
const pollMs = 15_000;
/** Minutes a poll looks back: a row is stamped when it is written and seen when it is committed. */
const overlapMinutes = 2;
const walkMs = 3_600_000;
/** Milliseconds announced codes wait for others. */
const gatherMs = 10;

type Parts = {
  database: Database;
  copy: TargetCopy;
  /** Takes rows in; asked codes without a row are gone. */
  take: (rows: readonly TargetRow[], asked: readonly string[]) => void;
};
type Work = Parts & { inTurn: Turns; signal: AbortSignal };

/**
 * Keeps the copy equal to the database: by announcement within milliseconds, by polling in case one was missed, and by
 * walking through everything at start and hourly. One question at a time, so that no older answer follows a newer one.
 */
export function keepFresh(parts: Parts, config: Config, log: Log) {
  const closing = new AbortController();
  const inTurn = createTurns();
  const work: Work = { ...parts, inTurn, signal: closing.signal };
  const fetch = createFetch(work);
  let since: string | undefined;
  let walked = 0;
  let busy: Promise<void> | undefined;

  async function catchUp(): Promise<void> {
    const next = await minutesAgo(parts.database, overlapMinutes);
    if (since === undefined || Date.now() - walked > walkMs) {
      await walk(work);
      walked = Date.now();
    } else {
      await poll(work, since);
    }
    since = next;
  }

  function refresh(): void {
    if (closing.signal.aborted) return;
    busy ??= catchUp()
      .catch((error: unknown) => log.warn({ err: error }, 'the targets could not be refreshed'))
      .finally(() => (busy = undefined));
  }

  const hear = (shortCode: string) => void fetch(shortCode).catch(() => {});
  const timer = setInterval(refresh, pollMs);
  const notices = listen(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL, log, [
    { channel: 'link_target_changed', hear, reset: refresh },
  ]);
  refresh();

  return {
    fetch,
    async close() {
      closing.abort();
      clearInterval(timer);
      await notices.close();
      await busy;
      await inTurn(async () => {});
    },
  };
}

/** Asks for single codes, together with those others ask for in the same moment. Resolves when the copy is as new. */
function createFetch({ database, take, inTurn, signal }: Work) {
  let wanted = new Set<string>();
  let gathered: Promise<void> | undefined;

  async function fetchWanted(): Promise<void> {
    const codes = [...wanted];
    wanted = new Set();
    gathered = undefined;
    for (let at = 0; at < codes.length; at += pageSize) {
      const page = codes.slice(at, at + pageSize);
      const rows = await findTargets(database, page);
      if (signal.aborted) return;
      take(rows, page);
    }
  }

  return (shortCode: string): Promise<void> => {
    wanted.add(shortCode);
    gathered ??= pause(gatherMs).then(() => inTurn(fetchWanted));
    return gathered;
  };
}

/** Through all codes in their order. What the copy has between two of a page and the page has not is gone. */
async function walk({ database, copy, take, inTurn, signal }: Work): Promise<void> {
  for (let code: string | undefined = ''; code !== undefined;) {
    const behind: string = code;
    code = await inTurn(async () => {
      const rows = await targetsAfter(database, behind, pageSize);
      if (signal.aborted) return undefined;
      const next = rows.length < pageSize ? undefined : rows.at(-1)!.shortCode;
      take(rows, copy.codesBetween(behind, next));
      return next;
    });
  }
  if (!signal.aborted) copy.setComplete();
}

async function poll({ database, take, inTurn, signal }: Work, since: string): Promise<void> {
  let after: Pick<ChangedRow, 'changedAt' | 'shortCode'> | undefined = { changedAt: since, shortCode: '' };
  while (after && !signal.aborted) {
    const from: Pick<ChangedRow, 'changedAt' | 'shortCode'> = after;
    const rows = await inTurn(async () => {
      const changed = await targetsChangedAfter(database, from, pageSize);
      if (!signal.aborted) take(changed, []);
      return changed;
    });
    after = rows.length === pageSize ? rows.at(-1) : undefined;
  }
}
