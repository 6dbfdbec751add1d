import { createBoundedCache } from '../../platform/bounded-cache.ts';
import { createBudget } from './budget.ts';

/** Questions to the database in one second, whatever strangers try. */
const mostPerSecond = 200;
/** Of these for one network of strangers, whose made-up keys must not use up what others need. */
const mostPerNetwork = 20;
/** Milliseconds an unknown key stays unknown; a new one is announced and does not wait for it. */
const unknownMs = 5_000;
const mostUnknown = 10_000;

/** `spent` when all questions of this second are asked, `tooMany` when those of the network are. */
export type Outcome = 'answered' | 'unknown' | 'unavailable' | 'spent' | 'tooMany';

/** Asks for keys the copy does not have: once for all who wait, not again for a while, and never too often. */
export function createLookups<Key>(
  fetch: (key: Key) => Promise<void>,
  nameOf: (key: Key) => string,
  now: () => number = Date.now,
) {
  const underWay = new Map<string, Promise<Outcome>>();
  const unknown = createBoundedCache<number>(mostUnknown);
  const mayAsk = createBudget(mostPerSecond, now);
  const mayAskFor = createBudget(mostPerNetwork, now);

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
    /** With a network, it counts as a question of whoever is there. */
    async ask(key: Key, network?: string): Promise<Outcome> {
      const name = nameOf(key);
      const until = unknown.get(name);
      if (until !== undefined && until > now()) return 'unknown';
      const known = underWay.get(name);
      if (known) return known;
      if (network !== undefined && !mayAskFor(network)) return 'tooMany';
      if (!mayAsk('all')) return 'spent';
      const asking = askNow(key, name);
      underWay.set(name, asking);
      return asking;
    },
    forget(name: string): void {
      unknown.delete(name);
    },
  };
}
