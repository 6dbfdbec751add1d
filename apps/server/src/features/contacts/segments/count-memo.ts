import { createBoundedCache } from '#platform/bounded-cache.ts';
import type { Context } from '#platform/context.ts';
import { createFairQueue } from '#platform/fair-queue.ts';

/**
 * How long an answer is simply given again: at least 5 s, and fifty times as long as counting took, so that a segment
 * people look at all day never takes more than a fiftieth of a core. After that it is given while a new one is counted.
 */
const leastFreshMs = 5_000;
const freshShare = 50;
const staleMs = 300_000;
const mostKept = 1_000;
/**
 * Counts at a time, of everybody and of one organization. Each holds a connection and a core for up to a second; ten would
 * leave none for anybody else. A list of segments asks for all of its counts at once.
 */
const turns = createFairQueue({ most: 3, mostPerKey: 2, waitingPerKey: 100, waitMs: 60_000 });

type Answer = { count: number; countedAt: Date };
type Kept = { answer: Answer | undefined; freshMs: number; counting: Promise<Answer> | undefined };

type Asker = Pick<Context, 'organizationId' | 'now'>;

const kept = createBoundedCache<Kept>(mostKept);

/** Counting may take a second, and people look at the same segments: one counts, the others get the same answer. */
export async function rememberCount(ctx: Asker, key: string, count: () => Promise<number>): Promise<Answer> {
  const known = kept.get(key) ?? remember(key);
  const age = known.answer ? ctx.now().getTime() - known.answer.countedAt.getTime() : Number.POSITIVE_INFINITY;
  if (known.answer && age < known.freshMs) return known.answer;

  known.counting ??= recount(ctx, known, count);
  if (!known.answer || age >= staleMs) return known.counting;
  // Whoever asks next hears of a failure; this one has an answer.
  known.counting.catch(() => {});
  return known.answer;
}

function remember(key: string): Kept {
  const entry: Kept = { answer: undefined, freshMs: leastFreshMs, counting: undefined };
  kept.set(key, entry);
  return entry;
}

async function recount({ organizationId, now }: Asker, entry: Kept, count: () => Promise<number>): Promise<Answer> {
  try {
    const { result, ms } = await turns.run(organizationId, () => timed(count));
    entry.freshMs = Math.max(leastFreshMs, ms * freshShare);
    entry.answer = { count: result, countedAt: now() };
    return entry.answer;
  } finally {
    entry.counting = undefined;
  }
}

async function timed<Result>(fn: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const started = performance.now();
  return { result: await fn(), ms: performance.now() - started };
}

export function forgetCounts(segmentId: string): void {
  for (const key of kept.keys()) if (key.startsWith(segmentId)) kept.delete(key);
}
