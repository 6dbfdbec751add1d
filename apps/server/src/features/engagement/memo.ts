import { createBoundedCache } from '#platform/bounded-cache.ts';

/** Remembers the answers to the values seen most recently. */
export function memo<Answer>(most: number, answer: (key: string) => Answer): (key: string) => Answer {
  const known = createBoundedCache<Answer>(most);
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const fresh = answer(key);
    known.set(key, fresh);
    return fresh;
  };
}
