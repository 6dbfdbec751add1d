/** Questions to the database in one second, whatever strangers try. */
const mostPerSecond = 200;
/** Milliseconds an unknown code stays unknown; a new one is announced and does not wait for it. */
const unknownMs = 5_000;
const mostUnknown = 10_000;

type Outcome = 'answered' | 'unknown' | 'unavailable';

/** Asks for codes the copy does not have: once for all who wait, not again for a while, and never too often. */
export function createLookups(fetch: (shortCode: string) => Promise<void>, now: () => number = Date.now) {
  const underWay = new Map<string, Promise<Outcome>>();
  const unknown = new Map<string, number>();
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

  async function askNow(shortCode: string): Promise<Outcome> {
    try {
      await fetch(shortCode);
      if (unknown.size >= mostUnknown) unknown.clear();
      unknown.set(shortCode, now() + unknownMs);
      return 'answered';
    } catch {
      return 'unavailable';
    } finally {
      underWay.delete(shortCode);
    }
  }

  return {
    async ask(shortCode: string): Promise<Outcome> {
      const until = unknown.get(shortCode);
      if (until !== undefined && until > now()) return 'unknown';
      const known = underWay.get(shortCode);
      if (known) return known;
      if (!mayAsk()) return 'unavailable';
      const asking = askNow(shortCode);
      underWay.set(shortCode, asking);
      return asking;
    },
    forget(shortCode: string): void {
      unknown.delete(shortCode);
    },
  };
}
