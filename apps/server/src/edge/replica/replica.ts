import { setTimeout as pause } from 'node:timers/promises';
import { createBoundedCache } from '../../platform/bounded-cache.ts';
import { createMutex, type Mutex } from '../../platform/mutex.ts';
import type { LocalTable } from './local-table.ts';
import { createLookups } from './lookups.ts';

/** Rows taken in at once: a few milliseconds in which nobody is answered. */
export const pageSize = 1_000;
/** Values in memory: of one line each some megabytes, and more than are asked for on most days. */
const keptLines = 50_000;
/** Milliseconds wanted keys wait for others. */
const gatherMs = 10;

type Parts<Row, Key, Value> = {
  table: LocalTable<Row, Key>;
  /** A key in memory. */
  nameOf: (key: Key) => string;
  keyOf: (row: Row) => Key;
  /** What is answered; undefined when nobody may have it. */
  valueOf: (row: Row, key: Key) => Value | undefined;
  /** Those rows of the given keys that the database has. */
  fetch: (keys: readonly Key[]) => Promise<Row[]>;
  /** Values in memory. */
  kept?: number;
};

export type Replica<Row, Key, Value> = {
  /** From memory or from the file. The hot path: no promise, and nothing is made for a value in memory. */
  find: (key: Key) => Value | undefined;
  /** Asks the database for a key the copy does not have. `unavailable` when it cannot be asked now. */
  ask: (key: Key) => Promise<Value | 'unknown' | 'unavailable'>;
  /** Takes rows in; asked keys without a row are gone. */
  take: (rows: readonly Row[], asked: readonly Key[]) => void;
  /** Resolves when the copy is as new, for this key, as the database. */
  refetch: (key: Key) => Promise<void>;
  /** One question at a time, so that no older answer follows a newer one. */
  inTurn: Mutex;
  signal: AbortSignal;
  /** Nothing is taken in any more when it resolves. */
  close: () => Promise<void>;
};

/** Rows of the database that an edge answers from alone: memory in front of a file, and a question for what is missing. */
export function createReplica<Row, Key, Value extends object>(parts: Parts<Row, Key, Value>): Replica<Row, Key, Value> {
  const { table, nameOf, keyOf, valueOf, kept = keptLines } = parts;
  const cache = createBoundedCache<Value>(kept);
  const closing = new AbortController();
  const { signal } = closing;
  const inTurn = createMutex();

  function find(key: Key): Value | undefined {
    const name = nameOf(key);
    const known = cache.get(name);
    if (known !== undefined) return known;
    const row = table.find(key);
    const value = row === undefined ? undefined : valueOf(row, key);
    if (value !== undefined) cache.set(name, value);
    return value;
  }

  function take(rows: readonly Row[], asked: readonly Key[]): void {
    table.take(rows, asked);
    for (const key of asked) cache.delete(nameOf(key));
    for (const row of rows) {
      const name = nameOf(keyOf(row));
      if (!table.isFrozen) cache.delete(name);
      lookups.forget(name);
    }
  }

  let wanted = new Map<string, Key>();
  let gathered: Promise<void> | undefined;

  async function fetchWanted(): Promise<void> {
    const keys = [...wanted.values()];
    wanted = new Map();
    gathered = undefined;
    for (let at = 0; at < keys.length; at += pageSize) {
      const page = keys.slice(at, at + pageSize);
      const rows = await parts.fetch(page);
      if (signal.aborted) return;
      take(rows, page);
    }
  }

  /** Together with what others ask for in the same moment. */
  function refetch(key: Key): Promise<void> {
    wanted.set(nameOf(key), key);
    gathered ??= pause(gatherMs).then(() => inTurn(fetchWanted));
    return gathered;
  }
  const lookups = createLookups(refetch, nameOf);

  return {
    find,
    async ask(key) {
      const asked = await lookups.ask(key);
      if (asked === 'answered') return find(key) ?? 'unknown';
      return asked === 'unknown' ? 'unknown' : 'unavailable';
    },
    take,
    refetch,
    inTurn,
    signal,
    async close() {
      closing.abort();
      await inTurn(async () => {});
    },
  };
}
