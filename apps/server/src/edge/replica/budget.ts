/** Whether a key may ask once more in this second. Counted in this process alone and forgotten every second. */
export function createBudget(mostPerSecond: number, now: () => number): (key: string) => boolean {
  let second = 0;
  let counts = new Map<string, number>();
  return (key) => {
    const current = Math.floor(now() / 1_000);
    if (current !== second) {
      second = current;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= mostPerSecond;
  };
}
