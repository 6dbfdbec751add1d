/** Remembers answers for the values seen most recently; when full it starts anew, which costs less than keeping order. */
export function memo<Answer>(most: number, answer: (key: string) => Answer): (key: string) => Answer {
  const known = new Map<string, Answer>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    if (known.size >= most) known.clear();
    const fresh = answer(key);
    known.set(key, fresh);
    return fresh;
  };
}
