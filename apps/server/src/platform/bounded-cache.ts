/**
 * Remembers at most so many entries, and forgets those nobody asked for lately. Two generations: when the young one is full
 * it becomes the old one, and what is asked for again moves back. Costs no list of last uses.
 */
export function createBoundedCache<Entry>(most: number) {
  const size = Math.ceil(most / 2);
  let young = new Map<string, Entry>();
  let old = new Map<string, Entry>();

  function set(key: string, entry: Entry): void {
    if (young.size >= size && !young.has(key)) {
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
    keys: (): string[] => [...new Set([...young.keys(), ...old.keys()])],
  };
}
