import { metrics } from '@opentelemetry/api';
import { activeClient } from '#platform/active-client.ts';
import { createBoundedCache } from '#platform/bounded-cache.ts';
import type { Context } from '#platform/context.ts';
import { perDatabase } from '#platform/database/per-database.ts';

/** Many browsers of one organization ask every 30 seconds; an answer may be this old. */
const keepMs = 10_000;
/** A year of contact growth has about 30 KB. */
const most = 500;

type Kept = { answer: Promise<unknown>; until: number };

export function createSharedAnswers(clock: () => number = () => performance.now()) {
  const known = createBoundedCache<Kept>(most);
  // Made with the first answer: instruments made before the exporter stay silent for ever.
  const answers = metrics.getMeter('waggle').createCounter('dashboard_answers', {
    description: 'Answers of Overview by outcome: computed, or shared with somebody who asked before.',
  });
  for (const outcome of ['computed', 'shared']) answers.add(0, { outcome });
  return function share<Answer>(key: string, compute: () => Promise<Answer>): Promise<Answer> {
    const kept = known.get(key);
    const isKept = kept !== undefined && clock() < kept.until;
    answers.add(1, { outcome: isKept ? 'shared' : 'computed' });
    if (isKept) return kept.answer as Promise<Answer>;
    const fresh: Kept = { answer: Promise.resolve(), until: Infinity };
    const answer = compute().then(
      (answer) => {
        fresh.until = clock() + keepMs;
        return answer;
      },
      (error: unknown) => {
        fresh.until = 0;
        throw error;
      },
    );
    known.set(key, Object.assign(fresh, { answer }));
    return answer;
  };
}

const answersIn = perDatabase(() => createSharedAnswers());

/** One computation for everybody who looks at the same client of the same organization; nobody else gets its answer. */
export const shareAnswer = <Answer>(ctx: Context, what: string, compute: () => Promise<Answer>): Promise<Answer> =>
  answersIn(ctx.db)(`${ctx.organizationId} ${activeClient(ctx) ?? 'all'} ${what}`, compute);
