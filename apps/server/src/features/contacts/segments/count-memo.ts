/** An answer younger than this is simply given again; up to the second age it is given while a new one is counted. */
const freshMilliseconds = 5_000;
const staleMilliseconds = 30_000;
const mostKept = 1_000;

type Answer = { count: number; countedAt: Date };
type Kept = { answer: Answer | undefined; counting: Promise<Answer> | undefined };

const kept = new Map<string, Kept>();

/** Counting may take a second, and people look at the same segments: one counts, the others get the same answer. */
export async function rememberCount(key: string, now: () => Date, count: () => Promise<number>): Promise<Answer> {
  const known = kept.get(key) ?? remember(key);
  const age = known.answer ? now().getTime() - known.answer.countedAt.getTime() : Number.POSITIVE_INFINITY;
  if (known.answer && age < freshMilliseconds) return known.answer;

  known.counting ??= recount(known, now, count);
  if (!known.answer || age >= staleMilliseconds) return known.counting;
  // Whoever asks next hears of a failure; this one has an answer.
  known.counting.catch(() => {});
  return known.answer;
}

function remember(key: string): Kept {
  if (kept.size >= mostKept) kept.clear();
  const entry: Kept = { answer: undefined, counting: undefined };
  kept.set(key, entry);
  return entry;
}

async function recount(entry: Kept, now: () => Date, count: () => Promise<number>): Promise<Answer> {
  try {
    entry.answer = { count: await count(), countedAt: now() };
    return entry.answer;
  } finally {
    entry.counting = undefined;
  }
}

export function forgetCounts(segmentId: string): void {
  for (const key of kept.keys()) if (key.startsWith(segmentId)) kept.delete(key);
}
