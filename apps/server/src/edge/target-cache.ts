/** Codes of one generation: some megabytes, and more than are scanned on most days. */
const generationSize = 25_000;

/**
 * The most used entries in memory. Two generations: when the young one is full it becomes the old one, and what is asked
 * for again moves back. Costs no list of last uses.
 */
export function createCache<Entry>(size = generationSize) {
  let young = new Map<string, Entry>();
  let old = new Map<string, Entry>();

  function set(key: string, entry: Entry): void {
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(key, entry);
  }
  return {
    get(key: string): Entry | undefined {
      const found = young.get(key);
      if (found !== undefined) return found;
      const aged = old.get(key);
      if (aged !== undefined) set(key, aged);
      return aged;
    },
    set,
    delete(key: string): void {
      young.delete(key);
      old.delete(key);
    },
  };
}
