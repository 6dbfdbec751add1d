import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { listen } from '../../platform/pg-notify.ts';
import { minutesAgo } from '../queries.ts';
import { pageSize, type Replica } from './replica.ts';

const pollMs = 15_000;

type Source = {
  /** What is kept, in the words of the log. */
  about: string;
  /** Minutes a poll looks back: a row is stamped when it is written and seen when it is committed. */
  overlapMinutes: number;
  /** Milliseconds after which everything is walked through again. */
  walkMs: number;
  /** What changed since a time of the database's clock. */
  poll(since: string): Promise<void>;
  /** Everything, at start, whenever announcements may have been missed, and now and again. */
  walk(): Promise<void>;
  /** Says which key changed, within milliseconds. */
  announced?: { channel: string; receive(key: string): void };
};

type Parts = { database: Database; config: Config; log: Log };

/** Keeps a copy equal to the database: by announcement, by polling in case one was missed, and by walking through everything. */
export function keepFresh({ database, config, log }: Parts, source: Source) {
  const { about, overlapMinutes, walkMs, announced } = source;
  let closed = false;
  let since: string | undefined;
  let resets = 0;
  let walked = { at: 0, resets };
  let busy: Promise<void> | undefined;

  async function catchUp(): Promise<void> {
    const next = await minutesAgo(database, overlapMinutes);
    // A reset that comes during a walk asks for another one.
    const begun = resets;
    if (since === undefined || walked.resets !== begun || performance.now() - walked.at > walkMs) {
      await source.walk();
      walked = { at: performance.now(), resets: begun };
    } else {
      await source.poll(since);
    }
    since = next;
  }

  function refresh(): void {
    if (closed) return;
    busy ??= catchUp()
      .catch((error: unknown) => log.warn({ err: error }, `${about} could not be refreshed`))
      .finally(() => (busy = undefined));
  }

  /** What was deleted while nobody listened is in no poll. Where nobody can listen, a walk each second would be too much. */
  function reset(isListening: boolean): void {
    if (isListening) resets += 1;
    refresh();
  }

  const timer = setInterval(refresh, pollMs);
  const { DATABASE_DIRECT_URL, DATABASE_URL } = config;
  const notices = announced && listen(DATABASE_DIRECT_URL ?? DATABASE_URL, log, [{ ...announced, reset }]);
  refresh();

  return {
    async close() {
      closed = true;
      clearInterval(timer);
      await notices?.close();
      await busy;
    },
  };
}

type Taking<Row, Key> = Pick<Replica<Row, Key, object>, 'take' | 'inTurn' | 'signal'>;

/** Page by page through what changed, oldest change first. `taken` sees every page. */
export async function takeChanges<Row, Key, Place>(
  { take, inTurn, signal }: Taking<Row, Key>,
  start: Place,
  changedAfter: (after: Place, limit: number) => Promise<(Row & Place)[]>,
  taken: (rows: readonly Row[]) => void = () => {},
): Promise<void> {
  for (let after: Place | undefined = start; after !== undefined && !signal.aborted;) {
    const from: Place = after;
    after = await inTurn(async () => {
      const rows = await changedAfter(from, pageSize);
      if (signal.aborted) return undefined;
      take(rows, []);
      taken(rows);
      return rows.length === pageSize ? rows.at(-1) : undefined;
    });
  }
}

/** Through all keys in their order. What the copy has between two of a page and the page has not is gone. */
export async function takeAll<Row>(
  { take, inTurn, signal }: Taking<Row, string>,
  rowsAfter: (key: string, limit: number) => Promise<Row[]>,
  {
    keyOf,
    keysBetween,
  }: { keyOf: (row: Row) => string; keysBetween: (from: string, to: string | undefined) => string[] },
): Promise<void> {
  for (let key: string | undefined = ''; key !== undefined && !signal.aborted;) {
    const behind: string = key;
    key = await inTurn(async () => {
      const rows = await rowsAfter(behind, pageSize);
      if (signal.aborted) return undefined;
      const next = rows.length < pageSize ? undefined : keyOf(rows.at(-1)!);
      take(rows, keysBetween(behind, next));
      return next;
    });
  }
}
