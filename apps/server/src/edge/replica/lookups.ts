import { createBoundedCache } from '../../platform/bounded-cache.ts';

/** Questions to the database in one second, whatever strangers try. */
const mostPerSecond = 200;
/** Milliseconds an unknown key stays unknown; a new one is announced and does not wait for it. */
const unknownMs = 5_000;
const mostUnknown = 10_000;

type Outcome = 'answered' | 'unknown' | 'unavailable';

/** Asks for keys the copy does not have: once for all who wait, not again for a while, and never too often. */
export function createLookups<Key>(
  fetch: (key: Key) => Promise<void>,
  nameOf: (key: Key) => string,
  now: () => number = Date.now,
) {
  const underWay = new Map<string, Promise<Outcome>>();
  const unknown = createBoundedCache<number>(mostUnknown);
  let second = 0;
  let asked = 0;

  function mayAsk(): boolean {
    const current = Math.floor(now() / 1_000);
    if (current !== second) {
      second = current;
      asked = 0;
    }
    asked += 1;
    return asked <= mostPerSecond;
  }

  async function askNow(key: Key, name: string): Promise<Outcome> {
    try {
      await fetch(key);
      unknown.set(name, now() + unknownMs);
      return 'answered';
    } catch {
      return 'unavailable';
    } finally {
      underWay.delete(name);
    }
  }

  return {
    async ask(key: Key): Promise<Outcome> {
      const name = nameOf(key);
      const until = unknown.get(name);
      if (until !== undefined && until > now()) return 'unknown';
      const known = underWay.get(name);
      if (known) return known;
      if (!mayAsk()) return 'unavailable';
      const asking = askNow(key, name);
      underWay.set(name, asking);
      return asking;
    },
    forget(name: string): void {
      unknown.delete(name);
    },
  };
}
